import { expect } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { type AppStoreWorld, test } from './app-store-world.ts';

type Ann = Parameters<AppStoreWorld['order']>[0];

/** Sells coins without delivering the notification. */
async function missPurchase(world: AppStoreWorld, ann: Ann, hours = 0) {
  const sold = world.store.sell((await world.order(ann, 1)).payment);
  world.miss(sold, hours);
  return sold;
}

const ofSandbox = (world: AppStoreWorld) =>
  world.store.sell(null, { productId: 'coins_100', environment: 'Sandbox' });

test.for<[string, (world: AppStoreWorld) => void]>([
  [
    'one that Apple does not know (404)',
    world => {
      const gone = world.store.sell(null, { productId: 'coins_100' });
      world.store.sold.delete(gone.transactionId);
      world.miss(gone);
    },
  ],
  [
    'one for which Apple always fails (500)',
    world => {
      const sold = world.store.sell(null, { productId: 'coins_100' });
      world.store.failing.set(sold.transactionId, 500);
      world.miss(sold);
    },
  ],
  ['one of the store’s sandbox', world => world.miss(ofSandbox(world))],
  ['one that cannot be read', world => world.store.missed.push('a.b.c-no-text')],
])(
  'a missed notification behind %s counts, and the odd one is counted',
  async ([, addOdd], { world, ann }) => {
    const before = await world.passedBy('notifications');
    addOdd(world);
    await missPurchase(world, ann);
    await world.catchUp();
    world.store.missed.length = 0;
    expect(await coinsOf(ann)).toBe(150);
    expect(await world.passedBy('notifications')).toBe(before + 1);
  },
);

test('a notification without anything optional, and one of an unknown type, are no trouble', async ({
  world,
  ann,
}) => {
  const before = await world.passedBy('notifications');
  world.miss(null, 0, 'SOMETHING_NEW');
  await missPurchase(world, ann);
  await world.catchUp();
  world.store.missed.length = 0;
  expect(await coinsOf(ann)).toBe(150);
  expect(await world.passedBy('notifications')).toBe(before);
});

test('while Apple is away nothing is passed by, and the next turn takes all of it', async ({
  world,
  ann,
}) => {
  const before = await world.passedBy('notifications');
  for (const _ of [1, 2, 3]) await missPurchase(world, ann);
  await world.store.http.stop();
  await world.catchUp();
  await world.store.http.start();
  expect(await coinsOf(ann)).toBe(50);
  expect(await world.passedBy('notifications')).toBe(before);
  await world.catchUp();
  world.store.missed.length = 0;
  expect(await coinsOf(ann)).toBe(350);
});

test('seven entries in a row for which Apple fails keep what lies behind them waiting for one turn at most', async ({
  world,
  ann,
}) => {
  for (const _ of Array.from({ length: 7 })) {
    const sold = await missPurchase(world, ann);
    world.store.failing.set(sold.transactionId, 500);
  }
  await missPurchase(world, ann);
  await world.catchUp();
  await world.catchUp();
  expect(await coinsOf(ann)).toBe(150);
  // Skipped entries are kept for later.
  world.store.failing.clear();
  await world.catchUp();
  world.store.missed.length = 0;
  expect(await coinsOf(ann)).toBe(850);
});

test('a page that fails hides neither the pages before it nor other hours', async ({ world, ann }) => {
  for (const hours of [20, 20, 20, 1]) await missPurchase(world, ann, hours);
  world.store.failing.set('page 1', 400);
  const before = await world.passedBy('notifications');
  await world.catchUp();
  expect(await coinsOf(ann)).toBe(350);
  expect(await world.passedBy('notifications')).toBe(before + 1);
  world.store.failing.clear();
  await world.catchUp();
  world.store.missed.length = 0;
  expect(await coinsOf(ann)).toBe(450);
});

test('an open order is found in a history with an odd purchase in it, and by another purchase than one that Apple lost', async ({
  world,
  ann,
}) => {
  for (const _ of [1, 2]) {
    const { order_id, payment } = await world.order(ann, 1);
    const sold = world.store.sell(payment);
    await world.handIn(ann, sold, order_id);
    world.store.failing.set(sold.transactionId, 404);
  }
  const [first] = [...world.store.failing.keys()];
  world.store.failing.delete(first!);
  ofSandbox(world);
  const { payment } = await world.order(ann, 2);
  world.store.sell(payment);
  world.backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(world.backend.services);
  world.store.failing.clear();
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, 100, 300]);
  expect(await world.passedBy('history')).toBeGreaterThan(0);
});
