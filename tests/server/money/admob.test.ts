import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOldAds } from '../../../server/money/admob/verified-ads.ts';
import { type HttpDouble, openHttpDouble } from '../doubles/http-double.ts';
import { openTestBackend, type Person, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

const day = 24 * 60 * 60 * 1000;

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const known = newKey();
const listed = new Map<number, KeyObject>([[1234, known.publicKey]]);

let google: HttpDouble;
let backend: TestBackend;
let ann: Person;

beforeAll(async () => {
  google = await openHttpDouble(() => ({
    body: {
      keys: [...listed].map(([keyId, key]) => ({
        keyId,
        pem: key.export({ type: 'spki', format: 'pem' }),
        base64: key.export({ type: 'spki', format: 'der' }).toString('base64'),
      })),
    },
  }));
  backend = await openTestBackend({ ADMOB_SSV: `${google.origin}/keys.json` });
  ann = await signIn(backend, 'Ann');
});

afterAll(async () => {
  await backend.close();
  await google.close();
});

function randomText(): string {
  return randomBytes(5).toString('hex');
}

function queryOf(fields: Record<string, string> = {}): string {
  const all = {
    ad_network: '5450213213286189855',
    ad_unit: '1234567890',
    custom_data: randomText(),
    reward_amount: '15',
    reward_item: 'coins',
    timestamp: String(Date.now()),
    transaction_id: randomText(),
    ...fields,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

function signed(query: string, { key = known.privateKey, keyId = 1234, text = query } = {}): string {
  const signature = sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${query}&signature=${signature}&key_id=${keyId}`;
}

async function callBack(query: string): Promise<number> {
  return (await backend.app.inject({ url: `/notify/admob?${query}` })).statusCode;
}

function claim(person: Person, id: string) {
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomText();
  const secret = 'tyy-sandbox-ad-secret';
  const hash = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest('hex');
  return person.post('adReward', { timestamp, nonce, sign: hash, id });
}

test('an ad counts once AdMob has told of it, and only once', async () => {
  const id = randomText();
  const query = signed(queryOf({ custom_data: id }));
  expect(await callBack(query)).toBe(200);
  expect(await callBack(query)).toBe(200);
  expect(await claim(ann, id)).toMatchObject({ code: 0, data: { coins: 15 } });
  expect(await claim(ann, id)).toMatchObject({ code: 1004 });
  expect(await callBack(query)).toBe(200);
  expect(await claim(ann, id)).toMatchObject({ code: 1004 });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 15]);
});

test('without its word there are no coins, and the same claim may come again', async () => {
  const before = await coinsOf(ann);
  expect(await claim(ann, randomText())).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('not been confirmed'),
  });
  expect(await coinsOf(ann)).toBe(before);
});

test('a claim that comes before the callback waits for it', async () => {
  const id = randomText();
  const claimed = claim(ann, id);
  expect(await callBack(signed(queryOf({ custom_data: id })))).toBe(200);
  expect(await claimed).toMatchObject({ code: 0 });
});

test('the ad of another person does not count', async () => {
  const { user_id } = (await ann.get('getUserInfo')).data;
  const bob = await signIn(backend, 'Bob');
  const id = randomText();
  await callBack(signed(queryOf({ custom_data: id, user_id })));
  expect(await claim(bob, id)).toMatchObject({ code: 1004 });
  expect(await claim(ann, id)).toMatchObject({ code: 0 });
});

test('a callback that AdMob did not sign like this is refused', async () => {
  const query = queryOf();
  const stranger = newKey().privateKey;
  expect(await callBack(signed(query, { key: stranger }))).toBe(403);
  expect(await callBack(signed(query, { keyId: 99 }))).toBe(403);
  expect(await callBack(signed(query).replace('reward_amount=15', 'reward_amount=99'))).toBe(403);
  expect(await callBack(`${signed(query)}&custom_data=other`)).toBe(403);
  expect(await callBack(query)).toBe(403);
  expect(await callBack('signature=a&key_id=1')).toBe(403);
});

test('a signature over the decoded query counts, but no value can turn into a second one', async () => {
  const query = queryOf({ reward_item: 'gold coins & more' });
  expect(await callBack(signed(query, { text: decodeURIComponent(query) }))).toBe(200);
  const tricky = queryOf({ custom_data: 'x&transaction_id=again' });
  const once = signed(tricky, { text: decodeURIComponent(tricky) });
  expect(await callBack(once.replace('x%26transaction_id%3D', 'x&transaction_id='))).toBe(403);
});

test('the list of keys is kept for a day, and looked at again for a new key once a minute', async () => {
  const asked = () => google.requests.length;
  await callBack(signed(queryOf()));
  const before = asked();
  await callBack(signed(queryOf()));
  expect(asked()).toBe(before);

  const fresh = newKey();
  listed.set(77, fresh.publicKey);
  backend.clock.ahead = 2 * 60_000;
  expect(await callBack(signed(queryOf(), { key: fresh.privateKey, keyId: 77 }))).toBe(200);
  expect(asked()).toBe(before + 1);
  expect(await callBack(signed(queryOf(), { keyId: 78 }))).toBe(403);
  expect(asked()).toBe(before + 1);

  backend.clock.ahead = day + 5 * 60_000;
  google.troubles.push({ status: 500 });
  const late = () => signed(queryOf({ timestamp: String(Date.now() + day) }));
  expect(await callBack(late())).toBe(500);
  expect(await callBack(late())).toBe(200);
  backend.clock.ahead = 0;
});

test('old callbacks are not taken, and old ads are forgotten', async () => {
  const id = randomText();
  const timestamp = String(Date.now() - 2 * day);
  expect(await callBack(signed(queryOf({ custom_data: id, timestamp })))).toBe(200);
  const count = async () =>
    (await backend.services.db.query.selectFrom('verified_ads').select('claim_id').execute()).map(
      ({ claim_id }) => claim_id,
    );
  expect(await count()).not.toContain(id);
  backend.clock.ahead = 4 * day;
  await removeOldAds(backend.services);
  await waitFor('an empty table', async () => (await count()).length === 0);
  backend.clock.ahead = 0;
});
