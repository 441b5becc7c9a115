import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { forgetDays } from '../../../../server/accounts/day-counts.ts';
import { openOidcDouble } from '../../doubles/oidc-double.ts';
import { TestUser } from '../../support/backend.ts';
import { folderForFile, forFile } from '../../support/for-file.ts';
import { sharedBackend } from '../../support/shared-backend.ts';
import {
  begin,
  clientSecret,
  comeBack,
  home,
  login,
  openSigningIssuer,
  pageOf,
  proofOf,
} from './oidc-world.ts';

const day = 24 * 60 * 60;
const folder = await folderForFile();
const google = await forFile(openSigningIssuer('ES256'));
const acme = await forFile(openSigningIssuer());

/** Signs our client secrets for Apple, which verifies them with the public key. */
const developerKey = await generateKeyPair('ES256', { extractable: true });
const appleKey = join(folder, 'AuthKey.p8');
await writeFile(appleKey, await exportPKCS8(developerKey.privateKey));
/** The nonce in the identity tokens from Apple's double. */
let nonce: string;
const apple = await forFile(openOidcDouble(redeem));

const backend = sharedBackend({
  PUBLIC_URL: new URL(home).origin,
  GOOGLE_LOGIN_ISSUER: google.address,
  GOOGLE_LOGIN_CLIENT_ID: 'web',
  GOOGLE_LOGIN_CLIENT_SECRET: clientSecret,
  GOOGLE_LOGIN_AUDIENCES: 'phone',
  OIDC_LOGIN_TYPE: 'Acme',
  OIDC_ISSUER: acme.address,
  OIDC_CLIENT_ID: 'web',
  OIDC_CLIENT_SECRET: clientSecret,
  APPLE_LOGIN_SERVICES_ID: 'com.example.web',
  APPLE_LOGIN_TEAM_ID: 'TEAM123456',
  APPLE_LOGIN_KEY_ID: 'KEY1234567',
  APPLE_LOGIN_KEY: appleKey,
  APPLE_LOGIN_ISSUER: apple.origin,
});

async function userOf(token: string) {
  return (await new TestUser(backend, token).get('getUserInfo')).data;
}

const without = (proof: ReturnType<typeof proofOf>, name: keyof typeof proof) =>
  Object.fromEntries(Object.entries(proof).filter(([key]) => key !== name));

const refused = { status: 200, code: 1001 };

test('a browser signs in at the issuer and returns with a code that signs in its user', async () => {
  const begun = begin();
  const { headers, statusCode } = await backend.app.inject({ url: pageOf('google', begun) });
  expect(statusCode).toBe(302);
  const page = new URL(String(headers.location));
  expect(page.origin).toBe(google.address);
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    client_id: 'web',
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge_method: 'S256',
  });
  const back = await comeBack(backend, 'google', begun, 'ann');
  expect(back.state).toBe(begun.state);
  const { data } = await login(backend, proofOf('google', back, begun));
  expect(await userOf(data.token)).toMatchObject({
    nickname: 'ann Example',
    avatar: 'https://cdn.example/face.jpg',
  });
});

test('the same identity at an issuer opens the same account in a browser and on a phone', async () => {
  const begun = begin();
  const browser = await login(
    backend,
    proofOf('google', await comeBack(backend, 'google', begun, 'bea'), begun),
  );
  const phone = await show(await google.sign({ ...good(), sub: 'bea' }));
  const first = await userOf(browser.data.token);
  expect((await userOf(phone.data.token)).user_id).toBe(first.user_id);
  const again = begin();
  const other = await login(backend, proofOf('Acme', await comeBack(backend, 'Acme', again, 'bea'), again));
  expect((await userOf(other.data.token)).user_id).not.toBe(first.user_id);
});

test('a code is refused with the wrong nonce or verifier, at another issuer, and when it is used twice', async () => {
  const begun = begin();
  const back = await comeBack(backend, 'google', begun, 'cleo');
  const right = proofOf('google', back, begun);
  const wrong = [
    { ...right, code_verifier: begin().code_verifier },
    without(right, 'code_verifier'),
    without(right, 'nonce'),
    without(right, 'redirect_uri'),
    { ...right, token: 'made up' },
    { ...right, login_type: 'Acme' },
    { ...right, iss: acme.address },
  ];
  for (const body of wrong) expect(await login(backend, body)).toMatchObject(refused);

  const other = begin();
  const right2 = proofOf('google', await comeBack(backend, 'google', other, 'cleo'), other);
  expect(await login(backend, { ...right2, nonce: begun.nonce })).toMatchObject(refused);
  const last = begin();
  const good = proofOf('google', await comeBack(backend, 'google', last, 'cleo'), last);
  for (const end of [{ code: 0 }, refused]) expect(await login(backend, good)).toMatchObject(end);
});

test('a redirect to a foreign address and a code issued for that address are refused', async () => {
  for (const foreign of [
    'https://evil.example/tyy/',
    'https://app.example.evil.example/',
    'javascript:alert(1)',
  ]) {
    const begun = begin();
    const { statusCode, headers } = await backend.app.inject({ url: pageOf('google', begun, foreign) });
    expect([statusCode, headers.location]).toEqual([400, undefined]);
    const body = { ...proofOf('google', { code: 'x', iss: google.address }, begun), redirect_uri: foreign };
    expect(await login(backend, body)).toMatchObject({ status: 400 });
  }
});

test('a sign-in at an unknown issuer returns to the app with its state and an error', async () => {
  const begun = begin();
  const { headers } = await backend.app.inject({ url: pageOf('unknown', begun) });
  expect(headers.location).toBe(`${home}?error=temporarily_unavailable&state=${begun.state}`);
});

test('a sign-in request with a missing or empty value is refused', async () => {
  const whole = new URL(pageOf('google', begin()), home);
  const wrong = [...whole.searchParams.keys()].flatMap(name => {
    const [without, other] = [new URL(whole), new URL(whole)];
    without.searchParams.delete(name);
    other.searchParams.set(name, '');
    return [without, other];
  });
  expect(wrong).toHaveLength(10);
  for (const { pathname, search } of wrong) {
    const { statusCode, headers } = await backend.app.inject({ url: pathname + search });
    expect([search, statusCode, headers.location]).toEqual([search, 400, undefined]);
  }
});

/** Apple's maximum lifetime of a client secret: half a year, in seconds. */
const longestSecret = 15_777_000;

async function redeem(form: Record<string, string>) {
  const isKnown = form.client_id === 'com.example.web' && (await provesItself(form.client_secret!));
  if (!isKnown) return { status: 400, body: { error: 'invalid_client' } };
  if (form.code !== 'good') return { status: 400, body: { error: 'invalid_grant' } };
  const id_token = await apple.sign({ sub: '001.ann', aud: 'com.example.web', nonce });
  return { body: { access_token: 'x', token_type: 'Bearer', expires_in: 3600, id_token } };
}

/** True if a client secret meets Apple's rules. */
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

test('a browser signs in at Apple with a client secret that is signed with the developer’s key', async () => {
  const begun = begin();
  nonce = begun.nonce;
  const { headers } = await backend.app.inject({ url: pageOf('apple', begun) });
  const page = new URL(String(headers.location));
  expect(page.origin + page.pathname).toBe(`${apple.origin}/auth/authorize`);
  // Requesting the name would make Apple return with a form POST instead of a redirect.
  expect(page.searchParams.get('scope')).toBe('openid');

  const proof = proofOf('apple', { code: 'good', iss: apple.origin }, begun);
  const { data } = await login(backend, proof);

  expect(await userOf(data.token)).toMatchObject({ nickname: '', coins: 50 });
  expect(await login(backend, { ...proof, token: 'used' })).toMatchObject({ status: 200, code: 1001 });
});

const show = (token: string, login_type = 'google') => login(backend, { login_type, token });
const now = () => Math.floor(Date.now() / 1000);
const good = () => ({ iss: google.address, aud: 'phone', sub: 'ann', iat: now(), exp: now() + 600 });

/** The order n of the P-256 curve. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Variants of a token: the first has the other valid signature (r, n − s); the others are only encoded differently. */
function spellingsOf(token: string): string[] {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const otherForm = Buffer.concat([
    bytes.subarray(0, 32),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
  ]);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const lastLetter = letters[letters.indexOf(signature.at(-1)!) ^ 1]!;
  const signatures = [
    otherForm.toString('base64url'),
    signature.slice(0, -1) + lastLetter,
    bytes.toString('base64'),
    ...[' ', '\n', '\r\n', '\t', '=', '==', '!'].map(more => signature + more),
    `\n${signature}`,
    `${signature.slice(0, 9)}\n${signature.slice(9)}`,
  ].map(other => `${header}.${claims}.${other}`);
  return [...signatures, ` ${token}`, `\n${token}`, `${header}=.${claims}.${signature}`];
}

test('a used token is refused even with its other valid signature, and no other encoding is accepted', async () => {
  const token = await google.sign({ ...good(), sub: 'spelled' });
  const [otherForm, ...otherSpellings] = spellingsOf(token);
  for (const same of otherSpellings) expect({ same, ...(await show(same)) }).toMatchObject(refused);
  expect(await show(token)).toMatchObject({ code: 0 });
  for (const same of [token, otherForm!]) expect({ same, ...(await show(same)) }).toMatchObject(refused);
});

test('a token sent twenty times concurrently signs in only once', async () => {
  const token = await google.sign(good());
  const replies = await Promise.all(Array.from({ length: 20 }, () => show(token)));
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
});

test('a used token stays refused, and its record is removed after three days', async () => {
  const token = await google.sign({ ...good(), exp: now() + 30 * day });
  expect(await show(token)).toMatchObject({ code: 0 });
  const at = (seconds: number) =>
    forgetDays({ db: backend.services.db, clock: () => Date.now() + seconds * 1000 });
  backend.clock.ahead = (day - 60) * 1000;
  await at(day - 60);
  expect(await show(token)).toMatchObject(refused);
  backend.clock.ahead = 2 * day * 1000;
  await at(2 * day);
  expect(await show(token)).toMatchObject(refused);
  backend.clock.ahead = 0;
  await at(3 * day);
  const rows = await backend.services.db.query.selectFrom('day_counts').select('kind').execute();
  expect(rows.filter(({ kind }) => kind === 'identity-token')).toEqual([]);
});

test.each([
  ['of another app', { aud: 'other-app' }],
  ['of another issuer', { iss: 'https://accounts.example' }],
  ['that has expired', { exp: 1 }],
  ['that never expires', { exp: undefined }],
  ['issued long ago', { iat: 1 }],
  ['issued in the future', { iat: now() + 3600 }],
  ['without a time of issue', { iat: undefined }],
  ['without a subject', { sub: undefined }],
  ['with a subject longer than 255 characters', { sub: 'x'.repeat(256) }],
])('an identity token %s is refused', async (_what, changes) => {
  const claims: Record<string, unknown> = { ...good(), ...changes };
  expect(await show(await google.sign(claims))).toMatchObject(refused);
});

test('a token that the issuer did not sign is refused, no matter what its header claims', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const forged = await new SignJWT(good())
    .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    .sign(privateKey);
  const [, payload] = forged.split('.');
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const shared = await new SignJWT(good())
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .sign(new TextEncoder().encode('a secret between two'.repeat(3)));
  const right = await google.sign(good());
  const wrong = [
    forged,
    `${header({ alg: 'none' })}.${payload}.`,
    shared,
    await google.sign(good(), 'unknown'),
    right.slice(0, -4),
    'not.a.token',
    'x',
  ];
  for (const token of wrong) expect(await show(token)).toMatchObject(refused);
});

test('an identity token is refused if no phone client is configured for its issuer', async () => {
  const token = await acme.sign({ ...good(), iss: acme.address });
  expect(await show(token, 'Acme')).toMatchObject(refused);
});
