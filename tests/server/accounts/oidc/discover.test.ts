import type { JWTPayload } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { openOidcLogin } from '../../../../server/accounts/oidc/open-oidc-login.ts';
import { type OidcDouble, openOidcDouble } from '../../doubles/oidc-double.ts';
import { begin, home } from './oidc-world.ts';

let problems: Error[];
let refusals: string[];
/** What an identity token says beside what every one says. */
let claims: JWTPayload;

beforeEach(() => {
  problems = [];
  refusals = [];
});

function openLogin(issuer: string) {
  const client = { id: 'web', secret: 'hush' };
  const named = { loginType: 'google', issuer, client, audiences: ['phone'], scope: 'openid' };
  return openOidcLogin(
    named,
    Date.now,
    problem => problems.push(problem),
    reason => refusals.push(reason),
  );
}

function ownProof() {
  const { code_verifier, nonce } = begin();
  return { code_verifier, nonce, redirect_uri: home };
}

const token = `${btoa('{"alg":"RS256","kid":"k"}')}.${btoa('{}')}.x`;
const unavailable = { code: 1005, statusCode: 503 };

/** How the last request for tokens proved whose it is. */
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
  expect(refusals).toEqual([expect.stringContaining('invalid_grant')]);
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

test('an issuer with another name than its address is named in the log', async () => {
  const named = await openOidcDouble(async () => ({}), { end: '/realms/other' });
  await expect(openLogin(named.origin).login(token)).rejects.toMatchObject(unavailable);
  expect(String(problems[0]?.cause)).toBe(`Error: The issuer calls itself ${named.origin}/realms/other`);
  await named.close();
});

test('a refused token is logged with its reason', async () => {
  const issuer = await openOidcDouble(async () => ({}));
  const { login } = openLogin(issuer.origin);
  const wrong = [{ iss: 'https://other.example', aud: 'phone' }, { aud: 'tablet' }];
  for (const claims of wrong) expect(await login(await issuer.sign({ sub: 'ann', ...claims }))).toBeNull();
  expect(refusals[0]).toContain('"iss"');
  expect(refusals[0]).toContain('https://other.example');
  expect(refusals[1]).toContain('"tablet"');
  await issuer.close();
});
