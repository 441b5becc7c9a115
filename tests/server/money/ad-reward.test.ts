import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeOldAds } from '../../../server/money/admob/verified-ads.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { type HttpDouble, openHttpDouble } from '../doubles/http-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';

/** A key pair as AdMob uses. */
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** The first key of AdMob's list. */
const known = newKey();

/** AdMob's keys, by id. */
const listed = new Map<number, KeyObject>([[1234, known.publicKey]]);

/** AdMob's list of keys, as JSON. */
function keyList() {
  const keys = [...listed].map(([keyId, key]) => ({
    keyId,
    pem: key.export({ type: 'spki', format: 'pem' }),
    base64: key.export({ type: 'spki', format: 'der' }).toString('base64'),
  }));
  return { body: { keys } };
}

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

/** A query with a signature over it, or over `text`. */
function signed(query: string, { key = known.privateKey, keyId = 1234, text = query } = {}): string {
  const signature = sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${query}&signature=${signature}&key_id=${keyId}`;
}

function rewardOf({ id = randomText(), at = Date.now(), secret = 'tyy-sandbox-ad-secret' } = {}) {
  const timestamp = Math.floor(at / 1000);
  const nonce = randomText();
  const sign = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest('hex');
  return { timestamp, nonce, sign, id };
}

const reward = (user: TestUser, id: string) => user.post('adReward', rewardOf({ id }));
const day = 24 * 60 * 60 * 1000;
let google: HttpDouble;
/** Pays rewards at once; `backend` waits for AdMob's callback. */
let plain: TestBackend;
let backend: TestBackend;
let ann: TestUser;

beforeAll(async () => {
  google = await openHttpDouble(keyList);
  plain = await openTestBackend();
  backend = await openTestBackend({
    ADMOB_SSV: `${google.origin}/keys.json`,
    ADMOB_AD_UNITS: 'ca-app-pub-3940256099942544/1234567890, 77',
  });
  ann = await signIn(backend, 'Ann');
});
afterAll(async () => {
  await Promise.all([plain.close(), backend.close()]);
  await google.close();
});

async function newId(user = ann): Promise<string> {
  return (await user.post('createAdId')).data.id;
}

async function callBack(query: string): Promise<number> {
  return (await backend.app.inject({ url: `/notify/admob?${query}` })).statusCode;
}

test('an ad is worth 15 coins', async () => {
  const ann = await signIn(plain, 'Ann');
  expect(await ann.post('adReward', rewardOf())).toMatchObject({ code: 0, data: { coins: 15 } });
  expect(await coinsOf(ann)).toBe(65);
});

test('a wrong sign, an old or early timestamp and a reused nonce are refused and named', async () => {
  const bob = await signIn(plain, 'Bob');
  const now = Date.now();
  const good = rewardOf();
  const wrongClock = 'The date and time of your phone are wrong. Set them to automatic, then try again.';
  const refused = async (wrong: object, parameter: string) => {
    const response = await bob.send('POST', 'adReward', wrong);
    expect(response).toMatchObject({ status: 400, code: 1004, message: expect.stringContaining(parameter) });
  };

  await refused(rewardOf({ secret: 'another secret' }), 'sign');
  await refused({ ...good, timestamp: good.timestamp + 1 }, 'sign');
  await refused(rewardOf({ at: now - 310_000 }), wrongClock);
  await refused(rewardOf({ at: now + 310_000 }), wrongClock);
  await refused({ ...good, nonce: 'SHOUTING!!' }, 'nonce');
  expect(await bob.post('adReward', good)).toMatchObject({ code: 0 });
  await refused(good, 'nonce');
  const cat = await signIn(plain, 'Cat');
  expect(await cat.post('adReward', good)).toMatchObject({ code: 1004 });
  expect(await ledgerOf(bob)).toHaveLength(2);
});

test('one nonce sent 60 times at once counts once', async () => {
  const dan = await signIn(plain, 'Dan');
  const same = rewardOf();
  const responses = await Promise.all(Array.from({ length: 60 }, () => dan.post('adReward', same)));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(1);
  expect((await ledgerOf(dan)).map(({ change }) => change)).toEqual([50, 15]);
});

test('ten ads a day count, and the next day counts anew', async () => {
  const eve = await signIn(plain, 'Eve');
  const responses = await Promise.all(Array.from({ length: 60 }, () => eve.post('adReward', rewardOf())));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(10);
  expect(responses.filter(({ status, code }) => status === 429 && code === 1005)).toHaveLength(50);
  expect(await coinsOf(eve)).toBe(200);

  plain.clock.ahead = day;
  const tomorrow = rewardOf({ at: Date.now() + day });
  expect(await eve.post('adReward', tomorrow)).toMatchObject({ code: 0 });
  plain.clock.ahead = 0;
});

test('an ad counts once AdMob has reported it, and only once', async () => {
  const id = await newId();
  const query = signed(queryOf({ custom_data: id }));
  expect(await callBack(query)).toBe(200);
  expect(await callBack(query)).toBe(200);
  expect(await reward(ann, id)).toMatchObject({ code: 0, data: { coins: 15 } });
  expect(await reward(ann, id)).toMatchObject({ code: 1004 });
  expect(await callBack(query)).toBe(200);
  expect(await reward(ann, id)).toMatchObject({ code: 1004 });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 15]);
});

test('without its word there are no coins, and the same reward may come again', async () => {
  const before = await coinsOf(ann);
  expect(await reward(ann, randomText())).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('not been confirmed'),
  });
  expect(await coinsOf(ann)).toBe(before);
});

test('a reward that comes before the callback waits for it', async () => {
  const id = await newId();
  const claimed = reward(ann, id);
  expect(await callBack(signed(queryOf({ custom_data: id })))).toBe(200);
  expect(await claimed).toMatchObject({ code: 0 });
});

test('the ad of another user does not count', async () => {
  const { user_id } = (await ann.get('getUserInfo')).data;
  const bob = await signIn(backend, 'Bob');
  const id = await newId();
  await callBack(signed(queryOf({ custom_data: id, user_id })));
  expect(await reward(bob, id)).toMatchObject({ code: 1004 });
  expect(await reward(ann, id)).toMatchObject({ code: 0 });
});

test('ads of other apps, users and times do not count', async () => {
  const wrong = [
    { ad_unit: '5555' },
    { custom_data: 'abcdefghij' },
    { custom_data: '' },
    { timestamp: String(Date.now() - 61 * 60_000) },
    { timestamp: String(Date.now() + 61 * 60_000) },
    { user_id: 'somebody' },
  ];
  await Promise.all(
    wrong.map(async fields => {
      const id = await newId();
      expect(await callBack(signed(queryOf({ custom_data: id, ...fields })))).toBe(200);
      expect(await reward(ann, id)).toMatchObject({ code: 1004 });
      if (fields.custom_data) expect(await reward(ann, fields.custom_data)).toMatchObject({ code: 1004 });
    }),
  );
});

test('an id counts for one ad, within an hour', async () => {
  const [id, old] = [await newId(), await newId()];
  for (let ad = 0; ad < 2; ad++) await callBack(signed(queryOf({ custom_data: id, ad_unit: '77' })));
  expect(await reward(ann, id)).toMatchObject({ code: 0 });
  expect(await reward(ann, id)).toMatchObject({ code: 1004 });

  backend.clock.ahead = 61 * 60_000;
  await callBack(signed(queryOf({ custom_data: old, timestamp: String(Date.now() + backend.clock.ahead) })));
  backend.clock.ahead = 0;
  const { query } = backend.services.db;
  expect(await query.selectFrom('verified_ads').selectAll().where('ad_id', '=', old).execute()).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  ['no transaction', { transaction_id: '' }],
  ['an odd time', { timestamp: 'today' }],
  ['a NUL character', { transaction_id: 'a\0b' }],
])('a signed callback with %s is refused as malformed', async (_, fields) => {
  expect(await callBack(signed(queryOf({ custom_data: await newId(), ...fields })))).toBe(400);
});

test('the backend does not start without the ad units that count', () => {
  expect(() => readConfig({ ADMOB_SSV: '1' })).toThrow('ADMOB_AD_UNITS');
  expect(() => readConfig({ ADMOB_SSV: '1', ADMOB_AD_UNITS: 'coins' })).toThrow('ADMOB_AD_UNITS');
});

test('a callback that AdMob did not sign like this is refused', async () => {
  const query = queryOf();
  const unknown = newKey().privateKey;
  expect(await callBack(signed(query, { key: unknown }))).toBe(403);
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
  expect(await callBack(once.replace('x%26transaction_id%3D', 'x&transaction_id='))).toBe(400);
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

test('ads and ids that can no longer count are removed', async () => {
  const id = await newId();
  await callBack(signed(queryOf({ custom_data: id })));
  const rows = async () => {
    const { query } = backend.services.db;
    const ads = await query.selectFrom('verified_ads').select('ad_id').where('ad_id', '=', id).execute();
    const ids = await query.selectFrom('ad_ids').select('id').where('id', '=', id).execute();
    return [ads.length, ids.length];
  };
  await removeOldAds(backend.services);
  expect(await rows()).toEqual([1, 1]);
  backend.clock.ahead = 2 * day;
  await removeOldAds(backend.services);
  backend.clock.ahead = 0;
  expect(await rows()).toEqual([0, 0]);
});

test('of one user the newest twenty ids can be claimed, and no more rows are kept', async () => {
  const bob = await signIn(backend, 'Bob');
  const first = await newId(bob);
  backend.clock.ahead = 1000;
  await Promise.all(Array.from({ length: 24 }, () => newId(bob)));
  backend.clock.ahead = 0;
  const { user_id } = (await bob.get('getUserInfo')).data;
  const { query } = backend.services.db;
  const kept = await query.selectFrom('ad_ids').select('id').where('user_id', '=', user_id).execute();
  expect(kept).toHaveLength(20);
  expect(kept.map(({ id }) => id)).not.toContain(first);
});
