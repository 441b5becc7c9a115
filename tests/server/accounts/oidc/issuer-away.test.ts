import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOidcLogin } from '../../../../server/accounts/oidc/open-oidc-login.ts';
import { type HttpDouble, openHttpDouble } from '../../doubles/http-double.ts';
import { begin, home, openSigningIssuer, proofOf } from './oidc-world.ts';

let issuer: HttpDouble;
let problems: Error[];

beforeEach(async () => {
  problems = [];
  issuer = await openHttpDouble(({ url }) => {
    const at = (path: string) => issuer.origin + path;
    if (url.pathname === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: at('/auth'), token_endpoint: at('/token') };
      return { body: { issuer: issuer.origin, jwks_uri: at('/keys'), ...endpoints } };
    }
    return url.pathname === '/keys' ? { body: { keys: [] } } : { status: 404 };
  });
});

afterEach(() => issuer.close());

function openLogin(
  address: string,
  client: { id: string; secret: string } | null = { id: 'web', secret: 'hush' },
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

test('an issuer that refuses without a word of its own is in the log as it is', async () => {
  const { login } = openLogin(issuer.origin);
  issuer.troubles.push({ body: await ownDescription() }, { status: 401, body: { error: 'invalid_client' } });
  const { code_verifier, nonce } = begin();
  await expect(login('x', { code_verifier, nonce, redirect_uri: home })).rejects.toMatchObject(unavailable);
  expect(problems.map(({ cause }) => String(cause))).toEqual([
    'Error: The issuer returned 401 with invalid_client: ',
  ]);
});
