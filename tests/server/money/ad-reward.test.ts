import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await openTestBackend();
});

afterAll(() => backend.close());

function randomText(): string {
  return randomBytes(5).toString('hex');
}

function claim(timestamp = Math.floor(Date.now() / 1000), secret = 'tyy-sandbox-ad-secret') {
  const nonce = randomText();
  const sign = createHash('sha256').update(`${timestamp}${nonce}${secret}`).digest('hex');
  return { timestamp, nonce, sign, id: randomText() };
}

test('an ad is worth 15 coins', async () => {
  const ann = await signIn(backend, 'Ann');
  expect(await ann.post('adReward', claim())).toMatchObject({ code: 0, data: { coins: 15 } });
  expect(await coinsOf(ann)).toBe(65);
});

test('a wrong sign, an old or early timestamp and a reused nonce are refused and named', async () => {
  const bob = await signIn(backend, 'Bob');
  const now = Math.floor(Date.now() / 1000);
  const good = claim();
  const wrongClock = 'The date and time of your phone are wrong. Set them to automatic, then try again.';
  const refused = async (wrong: object, parameter: string) => {
    const response = await bob.send('POST', 'adReward', wrong);
    expect(response).toMatchObject({ status: 400, code: 1004, message: expect.stringContaining(parameter) });
  };

  await refused(claim(now, 'another secret'), 'sign');
  await refused({ ...good, timestamp: good.timestamp + 1 }, 'sign');
  await refused(claim(now - 310), wrongClock);
  await refused(claim(now + 310), wrongClock);
  await refused({ ...good, nonce: 'SHOUTING!!' }, 'nonce');
  expect(await bob.post('adReward', good)).toMatchObject({ code: 0 });
  await refused(good, 'nonce');
  const cat = await signIn(backend, 'Cat');
  expect(await cat.post('adReward', good)).toMatchObject({ code: 1004 });
  expect(await ledgerOf(bob)).toHaveLength(2);
});

test('one nonce sent 60 times at once counts once', async () => {
  const dan = await signIn(backend, 'Dan');
  const same = claim();
  const responses = await Promise.all(Array.from({ length: 60 }, () => dan.post('adReward', same)));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(1);
  expect((await ledgerOf(dan)).map(({ change }) => change)).toEqual([50, 15]);
});

test('ten ads a day count, and the next day counts anew', async () => {
  const eve = await signIn(backend, 'Eve');
  const responses = await Promise.all(Array.from({ length: 60 }, () => eve.post('adReward', claim())));
  expect(responses.filter(({ code }) => code === 0)).toHaveLength(10);
  expect(responses.filter(({ status, code }) => status === 429 && code === 1005)).toHaveLength(50);
  expect(await coinsOf(eve)).toBe(200);

  const day = 24 * 60 * 60 * 1000;
  backend.clock.ahead = day;
  const tomorrow = claim(Math.floor((Date.now() + day) / 1000));
  expect(await eve.post('adReward', tomorrow)).toMatchObject({ code: 0 });
  backend.clock.ahead = 0;
});
