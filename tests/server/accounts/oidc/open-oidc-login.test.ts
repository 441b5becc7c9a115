import type { JWTPayload } from 'jose';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openOidcLogin } from '../../../../server/accounts/oidc/open-oidc-login.ts';
import { type OidcDouble, openOidcDouble } from '../../doubles/oidc-double.ts';
import { begin, home } from './oidc-world.ts';

let issuer: OidcDouble;
let problems: Error[];

/** Additional claims for the next identity token. */
let claims: JWTPayload;

beforeEach(async () => {
  problems = [];
  issuer = await openOidcDouble(() => tokensOf(issuer), { hasUserInfo: true });
});
afterEach(() => issuer.close());

const tokensOf = async ({ sign }: OidcDouble) => ({
  body: {
    access_token: 'x',
    token_type: 'Bearer',
    id_token: await sign({ aud: 'web', sub: 'ann', ...claims }),
  },
});

/** Opens another issuer with a changed discovery document. */
async function openOther(
  redeem: (form: Record<string, string>) => ReturnType<Parameters<typeof openOidcDouble>[0]>,
  changes: Parameters<typeof openOidcDouble>[1],
): Promise<OidcDouble> {
  const other = await openOidcDouble(redeem, changes);
  onTestFinished(other.close);
  return other;
}

function openLogin(
  address: string,
  client: { id: string; secret: string | null } | null = { id: 'web', secret: 'hush' },
) {
  const named = { loginType: 'google', issuer: address, client, audiences: ['phone'], scope: 'openid' };
  return openOidcLogin(named, Date.now, problem => problems.push(problem));
}

const requestsTo = ({ requests }: OidcDouble, path: string) =>
  requests.filter(({ url }) => url.pathname === path);

/** Creates the secrets of a browser's sign-in, and puts their nonce and `more` into the next identity token. */
function ownProof(more: JWTPayload = {}) {
  const { code_verifier, nonce } = begin();
  claims = { nonce, ...more };
  return { code_verifier, nonce, redirect_uri: home };
}

const token = `${btoa('{"alg":"RS256","kid":"k"}')}.${btoa('{}')}.x`;
const unavailable = { code: 1005, statusCode: 503 };
const page = () => ({ ...begin(), redirect_uri: home, code_challenge: 'x' });

test('if the issuer fails, the sign-in responds with 503, the failure is reported, and a retry works', async () => {
  const { login, findPage } = openLogin(issuer.origin);
  const troubles = [{ status: 500 }, { body: 'no JSON' }, { body: { issuer: 'https://other.example' } }];
  for (const trouble of troubles) {
    issuer.troubles.push(trouble, trouble);
    expect(await findPage!(page())).toBeNull();
    await expect(login(token)).rejects.toMatchObject(unavailable);
  }
  expect(problems).toHaveLength(6);
  const description = await (await fetch(`${issuer.origin}/.well-known/openid-configuration`)).json();
  issuer.troubles.push({ body: description as object }, { status: 500 });
  await expect(login(token)).rejects.toMatchObject(unavailable);
  expect(await login(token)).toBeNull();
  expect(await findPage!(page())).toMatchObject({ origin: issuer.origin });
  const late = openLogin(issuer.origin);
  await late.findPage!(page());
  await issuer.stop();
  await expect(late.login(token)).rejects.toMatchObject(unavailable);
  await issuer.start();
});

test('a name missing in the token is fetched from the issuer, and is empty if the issuer has none', async () => {
  const { login } = openLogin(issuer.origin);
  expect(await login('x', ownProof({ name: 'Ann' }))).toMatchObject({ name: 'ann', nickname: 'Ann' });
  expect(requestsTo(issuer, '/userinfo')).toHaveLength(0);
  expect(await login('x', ownProof())).toMatchObject({ name: 'ann', nickname: '' });
  expect(requestsTo(issuer, '/userinfo')).toHaveLength(1);
});

test('a public client sends no secret, and phones can sign in without a browser client', async () => {
  const proof = ownProof({ name: 'Ann' });
  expect(await openLogin(issuer.origin, { id: 'web', secret: null }).login('x', proof)).not.toBeNull();
  const [asked] = requestsTo(issuer, '/token');
  expect(Object.fromEntries(new URLSearchParams(asked!.body.toString()))).toEqual({
    client_id: 'web',
    grant_type: 'authorization_code',
    code: 'x',
    code_verifier: proof.code_verifier,
    redirect_uri: home,
  });

  const { login, findPage } = openLogin(issuer.origin, null);
  expect(await login(await issuer.sign({ aud: 'phone', sub: 'bea', name: 'Bea' }))).toMatchObject({
    nickname: 'Bea',
  });
  expect(findPage).toBeNull();
});

const inHeader = [`Basic ${btoa('web:hush')}`, null];
const inForm = [null, 'hush'];

test.each([
  ['does not say how to send the secret', undefined, inHeader],
  ['accepts only HTTP Basic', ['client_secret_basic'], inHeader],
  ['accepts only the form', ['client_secret_post'], inForm],
  ['accepts HTTP Basic and the form', ['client_secret_basic', 'client_secret_post'], inForm],
])('an issuer that %s gets the secret where it expects it', async (_what, methods, expected) => {
  const more = { token_endpoint_auth_methods_supported: methods };
  const other = await openOther(async () => ({ status: 400, body: { error: 'invalid_grant' } }), { more });
  expect(await openLogin(other.origin).login('x', ownProof())).toBeNull();
  const { headers, body } = requestsTo(other, '/token').at(-1)!;
  const secret = new URLSearchParams(body.toString()).get('client_secret');
  expect([headers.authorization ?? null, secret]).toEqual(expected);
});

test('if the issuer refuses the secret in the form, the client switches to HTTP Basic', async () => {
  const other = await openOther(
    async form => (form.client_secret ? { status: 401, body: { error: 'invalid_client' } } : tokensOf(other)),
    { more: { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] } },
  );
  const { login } = openLogin(other.origin);
  for (const requests of [2, 3]) {
    expect(await login('x', ownProof())).toMatchObject({ name: 'ann' });
    expect(requestsTo(other, '/token')).toHaveLength(requests);
  }
});

test('if the issuer refuses our client in every way, the sign-in responds with 503', async () => {
  const other = await openOther(async () => ({ status: 401, body: { error: 'invalid_client' } }), {});
  await expect(openLogin(other.origin).login('x', ownProof())).rejects.toMatchObject(unavailable);
  expect(problems).toHaveLength(1);
});

test.each(['', '/'])(
  'an issuer whose name ends in a slash signs in phones and browsers if we configure its address with “%s” at the end',
  async end => {
    const other = await openOther(() => tokensOf(other), { end: '/' });
    const { login } = openLogin(other.origin + end);
    expect(await login(await other.sign({ aud: 'phone', sub: 'ann' }))).toMatchObject({ name: 'ann' });
    expect(await login('x', ownProof())).toMatchObject({ name: 'ann' });
  },
);
