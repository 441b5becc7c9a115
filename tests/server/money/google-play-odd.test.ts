import { expect } from 'vitest';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { passedBy } from '../support/passed-by.ts';
import { test } from './google-play-world.ts';

test('odd entries among the voided purchases keep no other waiting, and are counted', async ({
  world,
  ann,
}) => {
  const sold = await world.buy(ann, 1);
  await world.handIn(ann, sold);
  const odd = [null, {}, { orderId: 7, purchaseToken: 'x' }] as never[];
  // Google's documents do not promise a number: the token is one as well.
  world.google.voided.push(...odd, { purchaseToken: 'unknown' } as never, {
    orderId: sold.orderId,
    purchaseToken: sold.token,
  });
  const before = await passedBy(world.backend, 'google-play', 'voided purchases');
  expect(
    await world.push({ voidedPurchaseNotification: { purchaseToken: sold.token, orderId: sold.orderId } }),
  ).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
  await world.catchUp();
  world.google.voided.length = 0;
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, -100]);
  expect(await passedBy(world.backend, 'google-play', 'voided purchases')).toBe(before + 6);
});

test('a purchase that Google describes in an odd way keeps none behind it waiting to be finished', async ({
  world,
  ann,
}) => {
  const [odd, good] = [await world.buy(ann, 1), await world.buy(ann, 1)];
  for (const sold of [odd, good]) {
    await world.handIn(ann, sold);
    sold.isFinished = false;
  }
  await world.backend.services.db.query.updateTable('google_purchases').set({ finished: false }).execute();
  odd.productId = 7 as never;
  const before = await passedBy(world.backend, 'google-play', 'unfinished purchases');
  await world.catchUp();
  expect([odd.isFinished, good.isFinished]).toEqual([false, true]);
  expect(await passedBy(world.backend, 'google-play', 'unfinished purchases')).toBe(before + 1);
  odd.productId = 'coins_100';
  await world.catchUp();
  expect(odd.isFinished).toBe(true);
});

test('a voided purchase that is reported while Google cannot be asked is reported again', async ({
  world,
  ann,
}) => {
  const sold = await world.buy(ann, 1);
  await world.handIn(ann, sold);
  world.google.voided.push({ orderId: sold.orderId, purchaseToken: sold.token });
  const about = { voidedPurchaseNotification: { purchaseToken: sold.token, orderId: sold.orderId } };
  world.google.http.troubles.push({ status: 429, body: 'later' });
  expect(await world.push(about)).toBe(503);
  expect(await world.push(about)).toBe(200);
  world.google.voided.length = 0;
  expect(await coinsOf(ann)).toBe(50);
});
