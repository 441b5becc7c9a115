import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CryptoKey, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OidcDouble, openOidcDouble } from '../../doubles/oidc-double.ts';
import { openTestBackend, type TestBackend, TestUser } from '../../support/backend.ts';
import { begin, home, login, pageOf, proofOf } from './oidc-world.ts';

/** Apple's limit, in seconds: half a year. */
const longestSecret = 15_777_000;

let folder: string;
let apple: OidcDouble;
let backend: TestBackend;
/** Apple checks client secrets with the public key. */
let developerKey: { publicKey: CryptoKey; privateKey: CryptoKey };
let nonce: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tyy-apple-login-'));
  developerKey = await generateKeyPair('ES256', { extractable: true });
  const keyFile = join(folder, 'AuthKey.p8');
  await writeFile(keyFile, await exportPKCS8(developerKey.privateKey));
  apple = await openOidcDouble(redeem);
  backend = await openTestBackend({
    PUBLIC_URL: new URL(home).origin,
    APPLE_LOGIN_SERVICES_ID: 'com.example.web',
    APPLE_LOGIN_TEAM_ID: 'TEAM123456',
    APPLE_LOGIN_KEY_ID: 'KEY1234567',
    APPLE_LOGIN_KEY: keyFile,
    APPLE_LOGIN_ISSUER: apple.origin,
  });
});

afterAll(async () => {
  await backend.close();
  await apple.close();
  await rm(folder, { recursive: true });
});

async function redeem(form: Record<string, string>) {
  const isKnown = form.client_id === 'com.example.web' && (await provesItself(form.client_secret!));
  if (!isKnown) return { status: 400, body: { error: 'invalid_client' } };
  if (form.code !== 'good') return { status: 400, body: { error: 'invalid_grant' } };
  const id_token = await apple.sign({ sub: '001.ann', aud: 'com.example.web', nonce });
  return { body: { access_token: 'x', token_type: 'Bearer', expires_in: 3600, id_token } };
}

/** Checks a client secret by Apple's rules. */
async function provesItself(secret: string): Promise<boolean> {
  const expected = {
    algorithms: ['ES256'],
    issuer: 'TEAM123456',
    subject: 'com.example.web',
    audience: apple.origin,
    requiredClaims: ['iat', 'exp'],
  };
  const { payload, protectedHeader } = await jwtVerify(secret, developerKey.publicKey, expected);
  return protectedHeader.kid === 'KEY1234567' && payload.exp! - payload.iat! <= longestSecret;
}

test('a browser comes back from Apple with a code, for which we prove ourselves by the developer’s key', async () => {
  const begun = begin();
  nonce = begun.nonce;
  const { headers } = await backend.app.inject({ url: pageOf('apple', begun) });
  const page = new URL(String(headers.location));
  expect(page.origin + page.pathname).toBe(`${apple.origin}/auth/authorize`);
  // With a request for the name, Apple would return by a form POST.
  expect(page.searchParams.get('scope')).toBe('openid');

  const proof = proofOf('apple', { code: 'good', iss: apple.origin }, begun);
  const { data } = await login(backend, proof);

  const user = await new TestUser(backend, data.token).get('getUserInfo');
  expect(user.data).toMatchObject({ nickname: '', coins: 50 });
  expect(await login(backend, { ...proof, token: 'used' })).toMatchObject({ status: 200, code: 1001 });
});
