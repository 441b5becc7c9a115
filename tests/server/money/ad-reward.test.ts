import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { removeOldAds } from '../../../server/money/admob/admob.ts';
import { openHttpDouble } from '../doubles/http-double.ts';
import { openTestBackend, signIn, type TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { changesOf, coinsOf, idOf } from '../support/jobs.ts';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** The only key in AdMob's list. */
const known = newKey();
const pem = known.publicKey.export({ type: 'spki', format: 'pem' });

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

/** Appends a signature over the query, or over `text`. */
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
const google = await forFile(openHttpDouble(() => ({ body: { keys: [{ keyId: 1234, pem }] } })));
/** `plain` pays rewards at once; `backend` waits for AdMob's callback. */
const plain = await forFile(openTestBackend());
const backend = await forFile(
  openTestBackend({
    ADMOB_SSV: `${google.origin}/keys.json`,
    ADMOB_AD_UNITS: 'ca-app-pub-3940256099942544/1234567890, 77',
  }),
);
const ann = await signIn(backend, 'Ann');

async function newId(user = ann): Promise<string> {
  return (await user.post('createAdId')).data.id;
}

async function callBack(query: string): Promise<number> {
  return (await backend.app.inject({ url: `/notify/admob?${query}` })).statusCode;
}

test('an ad gives 15 coins; a wrong signature, time or nonce is refused with its own error', async () => {
  const bob = await signIn(plain, 'Bob');
  const good = rewardOf();
  const wrongSign = 'This reward couldn’t be confirmed. Please contact support.';
  const wrongClock = 'The date and time of your phone are wrong. Set them to automatic, then try again.';
  for (const [wrong, parameter] of [
    [rewardOf({ secret: 'another secret' }), wrongSign],
    [{ ...good, timestamp: good.timestamp + 1 }, wrongSign],
    [rewardOf({ at: Date.now() - 310_000 }), wrongClock],
    [rewardOf({ at: Date.now() + 310_000 }), wrongClock],
    [{ ...good, nonce: 'SHOUTING!!' }, 'nonce'],
  ] as const) {
    const message = expect.stringContaining(parameter);
    expect(await bob.post('adReward', wrong)).toMatchObject({ status: 400, code: 1004, message });
  }
  expect(await bob.post('adReward', good)).toMatchObject({ code: 0, data: { coins: 15 } });
  for (const user of [bob, await signIn(plain, 'Cat')])
    expect(await user.post('adReward', good)).toMatchObject({ code: 1004 });
  expect(await changesOf(bob)).toEqual([50, 15]);
});

test('a nonce sent 60 times concurrently counts once', async () => {
  const dan = await signIn(plain, 'Dan');
  const same = rewardOf();
  const responses = await Promise.all(Array.from({ length: 60 }, () => dan.post('adReward', same)));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await changesOf(dan)).toEqual([50, 15]);
});

test('ten ads a day give coins, and ads give coins again the next day', async () => {
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

test('a request for a reward waits for AdMob’s callback, and an ad gives coins only once', async () => {
  const id = await newId();
  const query = signed(queryOf({ custom_data: id }));
  const early = reward(ann, id);
  expect(await callBack(query)).toBe(200);
  expect(await early).toMatchObject({ code: 0 });
  for (const _ of [1, 2]) {
    expect(await callBack(query)).toBe(200);
    expect(await reward(ann, id)).toMatchObject({ status: 400, code: 1004 });
  }
  expect(await changesOf(ann)).toEqual([50, 15]);
});

test('an ad that another user watched gives no coins', async () => {
  const user_id = await idOf(ann);
  const bob = await signIn(backend, 'Bob');
  const id = await newId();
  await callBack(signed(queryOf({ custom_data: id, user_id })));
  expect(await reward(bob, id)).toMatchObject({ code: 1004 });
  expect(await reward(ann, id)).toMatchObject({ code: 0 });
});

test('an ad report for another app, user or time gives no coins', async () => {
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

test('an ad id is valid for one ad and for one hour', async () => {
  const [id, old] = [await newId(), await newId()];
  for (let ad = 0; ad < 2; ad++) await callBack(signed(queryOf({ custom_data: id, ad_unit: '77' })));
  expect(await reward(ann, id)).toMatchObject({ code: 0 });
  expect(await reward(ann, id)).toMatchObject({ code: 1004 });

  backend.clock.ahead = 61 * 60_000;
  await callBack(signed(queryOf({ custom_data: old, timestamp: String(Date.now() + backend.clock.ahead) })));
  backend.clock.ahead = 0;
  expect(await rowsOf(old)).toEqual([0, 1]);
});

/** Counts the rows for verified ads with this id, and the rows for the id itself. */
async function rowsOf(id: string): Promise<number[]> {
  const { query } = backend.services.db;
  const ads = await query.selectFrom('verified_ads').selectAll().where('ad_id', '=', id).execute();
  const ids = await query.selectFrom('ad_ids').selectAll().where('id', '=', id).execute();
  return [ads.length, ids.length];
}

test('a callback without AdMob’s signature is refused, and a signed but malformed callback gets 400', async () => {
  const query = queryOf();
  const unknown = newKey().privateKey;
  expect(await callBack(signed(query, { key: unknown }))).toBe(403);
  expect(await callBack(signed(query, { keyId: 99 }))).toBe(403);
  expect(await callBack(signed(query).replace('reward_amount=15', 'reward_amount=99'))).toBe(403);
  expect(await callBack(`${signed(query)}&custom_data=other`)).toBe(403);
  expect(await callBack(query)).toBe(403);
  expect(await callBack('signature=a&key_id=1')).toBe(403);
  for (const odd of [{ transaction_id: '' }, { timestamp: 'today' }, { transaction_id: 'a\0b' }])
    expect(await callBack(signed(queryOf(odd)))).toBe(400);
});

test('a signature over the decoded query is accepted, but a value cannot inject another parameter', async () => {
  const query = queryOf({ reward_item: 'gold coins & more' });
  expect(await callBack(signed(query, { text: decodeURIComponent(query) }))).toBe(200);
  const tricky = queryOf({ custom_data: 'x&transaction_id=again' });
  const once = signed(tricky, { text: decodeURIComponent(tricky) });
  expect(await callBack(once.replace('x%26transaction_id%3D', 'x&transaction_id='))).toBe(400);
});

test('ads and ad ids are removed after two days', async () => {
  const id = await newId();
  await callBack(signed(queryOf({ custom_data: id })));
  await removeOldAds(backend.services);
  expect(await rowsOf(id)).toEqual([1, 1]);
  backend.clock.ahead = 2 * day;
  await removeOldAds(backend.services);
  backend.clock.ahead = 0;
  expect(await rowsOf(id)).toEqual([0, 0]);
});

test('only a user’s newest twenty ad ids are kept', async () => {
  const bob = await signIn(backend, 'Bob');
  const first = await newId(bob);
  backend.clock.ahead = 1000;
  await Promise.all(Array.from({ length: 24 }, () => newId(bob)));
  backend.clock.ahead = 0;
  const ids = backend.services.db.query.selectFrom('ad_ids').select('id');
  const kept = await ids.where('user_id', '=', await idOf(bob)).execute();
  expect(kept).toHaveLength(20);
  expect(kept.map(({ id }) => id)).not.toContain(first);
});
