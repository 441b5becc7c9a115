import { expect } from 'vitest';
import { signIn } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { test } from './app-store-world.ts';

test.for<[string, { revocationType: string; revocationPercentage?: number }, left: number]>([
  ['all of it', { revocationType: 'REFUND_FULL' }, 50],
  [
    'all of it, with a share that does not matter',
    { revocationType: 'REFUND_FULL', revocationPercentage: 30_000 },
    50,
  ],
  ['30 %', { revocationType: 'REFUND_PRORATED', revocationPercentage: 30_000 }, 120],
  ['a share that is not said', { revocationType: 'REFUND_PRORATED' }, 50],
  ['more than was paid', { revocationType: 'REFUND_PRORATED', revocationPercentage: 130_000 }, 50],
  ['less than nothing', { revocationType: 'REFUND_PRORATED', revocationPercentage: -30_000 }, 150],
])(
  'where the App Store gives back %s, so many coins are left',
  async ([, revocation, left], { world, ann }) => {
    const { order_id, payment } = await world.order(ann, 1);
    const sold = world.store.sell(payment);
    await world.handIn(ann, sold, order_id);
    expect(await coinsOf(ann)).toBe(150);
    Object.assign(sold, { revocationDate: Date.now(), ...revocation });
    expect(await world.notify('REFUND', sold)).toBe(200);
    expect(await coinsOf(ann)).toBe(left);
  },
);

test('what was bought twice with one order is credited twice, to its user', async ({ world, ann }) => {
  const { order_id, payment } = await world.order(ann, 1);
  await world.handIn(ann, world.store.sell(payment), order_id);
  const again = world.store.sell(payment);
  const eve = await signIn(world.backend, 'Eve');
  expect(await world.handIn(eve, again)).toMatchObject({ message: expect.stringMatching(/another account/) });
  expect(await coinsOf(eve)).toBe(50);
  await Promise.all([world.notify('ONE_TIME_CHARGE', again), world.handIn(ann, again)]);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, 100]);
});

test('coins without an order that name no currency are parked without one', async ({ world, ann }) => {
  const loose = world.store.sell(null, { productId: 'coins_100', currency: undefined });
  expect((await world.handIn(ann, loose)).code).not.toBe(0);
  expect(await world.parked(loose)).toMatchObject({ order_id: '', amount: 1000, currency: '' });
});

test('what a user made up is no problem for the operator', async ({ world, ann }) => {
  const told = world.backend.logged.length;
  await ann.post('paySuccess', { receipt: '4200001234202611281234567890' });
  expect(world.backend.logged).toHaveLength(told);
  await ann.post('paySuccess', { receipt: 'a.b.c' });
  expect(world.backend.logged).toHaveLength(told);
});
