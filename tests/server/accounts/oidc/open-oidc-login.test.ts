import type { JWTPayload } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOidcLogin } from '../../../../server/accounts/oidc/open-oidc-login.ts';
import { type OidcDouble, openOidcDouble } from '../../doubles/oidc-double.ts';
import { begin, home, openSigningIssuer, proofOf } from './oidc-world.ts';

let issuer: OidcDouble;
let problems: Error[];

/** Additional claims of the identity token. */
let claims: JWTPayload;

beforeEach(async () => {
  problems = [];
  const redeem = async () => ({
    body: { access_token: 'x', token_type: 'Bearer', id_token: await identityToken() },
  });
  issuer = await openOidcDouble(redeem, { hasUserInfo: true });
});
afterEach(() => issuer.close());

const identityToken = () => issuer.sign({ aud: 'web', sub: 'ann', ...claims });

function openLogin(
  address: string,
  client: { id: string; secret: string | null } | null = { id: 'web', secret: 'hush' },
) {
  const named = { loginType: 'google', issuer: address, client, audiences: ['phone'], scope: 'openid' };
  return openOidcLogin(named, Date.now, problem => problems.push(problem));
}

const token = `${btoa('{"alg":"RS256","kid":"k"}')}.${btoa('{}')}.x`;
const unavailable = { code: 1005, statusCode: 503 };

test('what is not the user’s fault is for the moment, named in the log, and tried again', async () => {
  const { login, findPage } = openLogin(issuer.origin);
  const troubles = [{ status: 500 }, { body: 'no JSON' }, { body: { issuer: 'https://other.example' } }];
  for (const trouble of troubles) {
    issuer.troubles.push(trouble, trouble);
    expect(await findPage!({ ...begin(), redirect_uri: home, code_challenge: 'x' })).toBeNull();
    await expect(login(token)).rejects.toMatchObject(unavailable);
  }
  expect(problems).toHaveLength(6);
  issuer.troubles.push({ body: await ownDescription() }, { status: 500 });
  await expect(login(token)).rejects.toMatchObject(unavailable);
  expect(await login(token)).toBeNull();
  expect(await findPage!({ ...begin(), redirect_uri: home, code_challenge: 'x' })).toMatchObject({
    origin: issuer.origin,
  });
});

async function ownDescription() {
  return (await fetch(`${issuer.origin}/.well-known/openid-configuration`)).json() as Promise<object>;
}

test('a client that the issuer does not accept is our fault', async () => {
  const real = await openSigningIssuer();
  const { login } = openLogin(real.address, { id: 'web', secret: 'another' });
  const begun = begin();
  const { token: code, login_type: _, ...proof } = proofOf('google', { code: 'x', iss: real.address }, begun);
  await expect(login(code, proof)).rejects.toMatchObject(unavailable);
  expect(String(problems[0]?.cause)).toContain('invalid_client');
  await real.close();
});

function ownProof() {
  const { code_verifier, nonce } = begin();
  return { code_verifier, nonce, redirect_uri: home };
}

test('an issuer that is gone since it was asked for its page is not the user’s fault', async () => {
  const { login, findPage } = openLogin(issuer.origin);
  await findPage!({ ...begin(), redirect_uri: home, code_challenge: 'x' });
  await issuer.stop();
  await expect(login(token)).rejects.toMatchObject(unavailable);
  await issuer.start();
});

test('a name that the token does not tell is asked for, and missed where nobody tells it', async () => {
  const { login } = openLogin(issuer.origin);
  const asked = () => issuer.requests.filter(({ url }) => url.pathname === '/userinfo').length;
  const come = (name?: string) => {
    const proof = ownProof();
    claims = { nonce: proof.nonce, ...(name && { name }) };
    return login('x', proof);
  };
  expect(await come('Ann')).toMatchObject({ name: 'ann', nickname: 'Ann' });
  expect(asked()).toBe(0);
  expect(await come()).toMatchObject({ name: 'ann', nickname: '' });
  expect(asked()).toBe(1);
});

test('a public client comes with no secret, and where there is none for browsers the apps come in', async () => {
  const proof = ownProof();
  claims = { nonce: proof.nonce, name: 'Ann' };
  expect(await openLogin(issuer.origin, { id: 'web', secret: null }).login('x', proof)).not.toBeNull();
  const asked = issuer.requests.find(({ url }) => url.pathname === '/token');
  expect(Object.fromEntries(new URLSearchParams(asked!.body.toString()))).toEqual({
    client_id: 'web',
    grant_type: 'authorization_code',
    code: 'x',
    code_verifier: proof.code_verifier,
    redirect_uri: home,
  });

  const { login, findPage } = openLogin(issuer.origin, null);
  claims = { aud: 'phone', name: 'Bea' };
  expect(await login(await identityToken())).toMatchObject({ nickname: 'Bea' });
  expect(findPage).toBeNull();
});

/** The client authentication of the last token request. */
function proofSent({ requests }: OidcDouble) {
  const { headers, body } = requests.findLast(({ url }) => url.pathname === '/token')!;
  return [headers.authorization ?? null, new URLSearchParams(body.toString()).get('client_secret')];
}

const inHeader = [`Basic ${btoa('web:hush')}`, null];
const inForm = [null, 'hush'];

test.each([
  ['says nothing of ways to send a secret', undefined, inHeader],
  ['takes HTTP Basic alone', ['client_secret_basic'], inHeader],
  ['takes the form alone', ['client_secret_post'], inForm],
  ['takes both', ['client_secret_basic', 'client_secret_post'], inForm],
])('an issuer that %s gets the secret in its way', async (_what, methods, expected) => {
  const named = await openOidcDouble(async () => ({ status: 400, body: { error: 'invalid_grant' } }), {
    more: { token_endpoint_auth_methods_supported: methods },
  });
  expect(await openLogin(named.origin).login('x', ownProof())).toBeNull();
  expect(proofSent(named)).toEqual(expected);
  await named.close();
});

test('a client that its issuer takes by HTTP Basic alone signs in, also where others use the form', async () => {
  const methods = ['client_secret_basic', 'client_secret_post'];
  const redeem = async (form: Record<string, string>) =>
    form.client_secret
      ? { status: 401, body: { error: 'invalid_client' } }
      : {
          body: {
            access_token: 'x',
            token_type: 'Bearer',
            id_token: await named.sign({ aud: 'web', ...claims }),
          },
        };
  const named: OidcDouble = await openOidcDouble(redeem, {
    more: { token_endpoint_auth_methods_supported: methods },
  });
  const { login } = openLogin(named.origin);
  for (const requests of [2, 1]) {
    const proof = ownProof();
    const before = named.requests.length;
    claims = { nonce: proof.nonce, sub: 'ann' };
    expect(await login('x', proof)).toMatchObject({ name: 'ann' });
    const asked = named.requests.slice(before).filter(({ url }) => url.pathname === '/token');
    expect(asked).toHaveLength(requests);
  }
  await named.close();
});

test.each(['', '/'])(
  'an issuer that ends in a slash signs phones and browsers in, set as the address%s',
  async end => {
    const redeem = async () => ({
      body: {
        access_token: 'x',
        token_type: 'Bearer',
        id_token: await named.sign({ aud: 'web', ...claims }),
      },
    });
    const named: OidcDouble = await openOidcDouble(redeem, { end: '/' });
    const { login } = openLogin(named.origin + end);
    expect(await login(await named.sign({ aud: 'phone', sub: 'ann' }))).toMatchObject({ name: 'ann' });
    const proof = ownProof();
    claims = { nonce: proof.nonce, sub: 'ann' };
    expect(await login('x', proof)).toMatchObject({ name: 'ann' });
    await named.close();
  },
);
