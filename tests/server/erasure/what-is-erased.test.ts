import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ AD_REWARD_SECRET: 'hush' });
});
afterAll(() => backend.close());

function watchAd(user: TestUser) {
  const timestamp = Math.floor((Date.now() + backend.clock.ahead) / 1000);
  const nonce = randomUUID().replaceAll('-', '').slice(0, 10);
  const sign = createHash('sha256').update(`${timestamp}${nonce}hush`).digest('hex');
  return user.post('adReward', { timestamp, nonce, sign, id: nonce });
}

test('who deletes the account and comes back gets no second gift, and the ads of the day are counted on', async () => {
  let ann = await signIn(backend, 'Ann');
  expect(await coinsOf(ann)).toBe(50);
  for (let ad = 0; ad < 6; ad++) expect((await watchAd(ann)).code).toBe(0);

  for (const left of [4, 0]) {
    await ann.post('deleteAccount');
    ann = await signIn(backend, 'Ann');
    expect(await coinsOf(ann)).toBe(0);
    expect(await ledgerOf(ann)).toEqual([]);
    for (let ad = 0; ad < left; ad++) expect((await watchAd(ann)).code).toBe(0);
    if (left === 0) expect((await watchAd(ann)).code).toBe(1005);
  }

  backend.clock.ahead = 24 * 60 * 60 * 1000;
  expect((await watchAd(ann)).code).toBe(0);
});

test('what stays of the account names nobody', async () => {
  const zoe = await signIn(backend, 'Zoe');
  await zoe.post('deleteAccount');
  const rows = await backend.services.db.query.selectFrom('gone_users').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('Zoe');
  expect(await coinsOf(await signIn(backend, 'Zoe 2'))).toBe(50);
});
