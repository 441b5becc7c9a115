import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GooglePlayAccount } from '../../../server/money/google-play/google-play-account.ts';
import { openPushCheck, type PushCheck } from '../../../server/money/google-play/push-check.ts';
import { openServiceToken } from '../../../server/money/google-play/service-token.ts';
import { GooglePlayDouble, googlePlayApp } from '../doubles/google-play-double.ts';

const second = 1_000;
const minute = 60 * second;
let google: GooglePlayDouble;
let now: number;
let check: PushCheck;

beforeAll(async () => {
  google = await GooglePlayDouble.open();
});
afterAll(() => google.close());

beforeEach(() => {
  google.pushKeyIds.splice(0, Infinity, 'k1');
  now = Date.now();
  const account = {
    keysUrl: `${google.http.origin}/keys`,
    pushAudience: googlePlayApp.GOOGLE_PLAY_PUSH_AUDIENCE,
    pushAccount: googlePlayApp.GOOGLE_PLAY_PUSH_ACCOUNT,
  } as GooglePlayAccount;
  check = openPushCheck(account, () => now);
});

const isTaken = (forged?: Parameters<GooglePlayDouble['push']>[1]) =>
  check(google.push({}, forged).headers.authorization);

test.each<[string, Parameters<GooglePlayDouble['push']>[1]]>([
  ['another key', { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }],
  ['a key that is not on the list', { header: { kid: 'k2' } }],
  ['another way of signing', { header: { alg: 'RS512' } }],
  ['another audience', { claims: { aud: 'https://other.example' } }],
  ['another account', { claims: { email: 'other@tyy.iam.gserviceaccount.com' } }],
  ['another issuer', { claims: { iss: 'https://issuer.example' } }],
  ['an account that is not verified', { claims: { email_verified: false } }],
  ['yesterday', { claims: { exp: 1 } }],
])('a push by %s does not count', async (_, forged) => {
  expect(await isTaken(forged)).toBe(false);
  expect(await isTaken()).toBe(true);
});

test.each(['', 'Bearer', 'Bearer a.b.c', `Bearer ${Buffer.from('null').toString('base64url')}.x.y`])(
  'the authorization "%s" does not count',
  async authorization => {
    expect(await check(authorization)).toBe(false);
  },
);

test('a key that Google lists no longer counts for an hour, during which the list is fetched once', async () => {
  google.http.requests.length = 0;
  expect(await isTaken()).toBe(true);
  google.pushKeyIds.length = 0;
  now += 59 * minute;
  expect(await isTaken()).toBe(true);
  expect(google.http.requests).toHaveLength(1);
  now += 2 * minute;
  expect(await isTaken({ claims: { exp: (now + minute) / 1000 } })).toBe(false);
});

test('a key that is new is asked for, once a minute', async () => {
  google.http.requests.length = 0;
  expect(await isTaken()).toBe(true);
  google.pushKeyIds.push('k2');
  now += 59 * second;
  expect(await isTaken({ header: { kid: 'k2' } })).toBe(false);
  now += 2 * second;
  expect(await isTaken({ header: { kid: 'k2' } })).toBe(true);
  expect(google.http.requests).toHaveLength(2);
});

test('while the list cannot be fetched no push is judged', async () => {
  google.http.troubles.push({ status: 500, body: 'later' });
  await expect(isTaken()).rejects.toThrow('500');
});

test('pushes of the first moment all count, and one that came while the list could not be fetched is not refused', async () => {
  expect(await Promise.all([isTaken(), isTaken(), isTaken()])).toEqual([true, true, true]);
  now += 2 * 60 * minute;
  google.http.troubles.push({ status: 500, body: 'later' });
  const claims = { exp: now / second + 60 };
  await expect(isTaken({ claims })).rejects.toThrow('500');
  expect(await isTaken({ claims })).toBe(true);
});

const hour = 60 * 60 * second;

test('a token is fetched once, and anew a minute before its end', async () => {
  google.http.requests.length = 0;
  const token = await openServiceToken(google.settings().GOOGLE_PLAY_KEY!, () => now);
  const fetched = async () => {
    expect(await token()).toBe('its.token');
    return google.http.requests.length;
  };
  expect([await fetched(), await fetched()]).toEqual([1, 1]);
  now += hour - 61 * second;
  expect(await fetched()).toBe(1);
  now += 2 * second;
  expect(await fetched()).toBe(2);
});
