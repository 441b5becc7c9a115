import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetDays } from '../../../../server/accounts/day-counts.ts';
import type { TestBackend } from '../../support/backend.ts';
import {
  home,
  login,
  nativeToken,
  openOidcBackend,
  openSigningIssuer,
  type SigningIssuer,
} from './oidc-world.ts';

const day = 24 * 60 * 60;

let google: SigningIssuer;
let backend: TestBackend;

beforeAll(async () => {
  google = await openSigningIssuer(home, 'ES256');
  backend = await openOidcBackend(google.address, google.address);
});

afterAll(async () => {
  await backend.close();
  await google.close();
});

const show = (token: string, login_type = 'google') => login(backend, { login_type, token });
const now = () => Math.floor(Date.now() / 1000);
const good = () => ({ iss: google.address, aud: 'phone', sub: 'ann', iat: now(), exp: now() + 600 });
const refused = { status: 200, code: 1001 };

test('a token of a phone signs in once; shown again it is refused', async () => {
  const token = await nativeToken(google.address, 'ann');
  expect(await show(token)).toMatchObject({ code: 0 });
  expect(await show(token)).toMatchObject(refused);
  expect(backend.logged.join('')).toContain('the identity token was used before');
});

/** Order of the P-256 curve. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The same token with other encodings of its signature, and with the other valid signature (r, n − s). */
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

test('a used token is refused however its signature is written', async () => {
  const token = await google.sign({ ...good(), sub: 'spelled' });
  expect(await show(token)).toMatchObject({ code: 0 });
  for (const same of spellingsOf(token)) expect({ same, ...(await show(same)) }).toMatchObject(refused);
});

test('a token that is not written as its issuer wrote it is refused at its first use', async () => {
  const [, ...otherSpellings] = spellingsOf(await google.sign({ ...good(), sub: 'spelled' }));
  for (const token of otherSpellings) expect({ token, ...(await show(token)) }).toMatchObject(refused);
});

test('a token that is shown by many at once signs one of them in', async () => {
  const token = await google.sign(good());
  const replies = await Promise.all(Array.from({ length: 20 }, () => show(token)));
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
});

test('a used token is remembered for as long as it could be shown, and no longer', async () => {
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
  ['of the day before', { iat: 1 }],
  ['of tomorrow', { iat: now() + 3600 }],
  ['without a day', { iat: undefined }],
  ['of nobody', { sub: undefined }],
  ['of a name that is too long', { sub: 'x'.repeat(256) }],
])('a token %s is refused', async (_what, changes) => {
  const claims: Record<string, unknown> = { ...good(), ...changes };
  expect(await show(await google.sign(claims))).toMatchObject(refused);
});

test('a token that the issuer did not sign is refused, whatever it says of its signature', async () => {
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

test('a token is of no use at an issuer whose phones have no client', async () => {
  expect(await show(await google.sign(good()), 'Acme')).toMatchObject(refused);
});
