import { expect } from 'vitest';
import type { DoubleTransaction } from '../doubles/app-store-double.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { ledgerOf } from '../support/jobs.ts';
import { type AppStoreWorld, test } from './app-store-world.ts';

const day = 24 * 60 * 60_000;

/** Subscribes in the App Store for a month, and sends the receipt to the backend. */
async function subscribe(world: AppStoreWorld, user: TestUser): Promise<DoubleTransaction> {
  const { order_id, payment } = await world.order(user, 101);
  const sold = world.store.sell(payment);
  expect(await world.handIn(user, sold, order_id)).toMatchObject({ code: 0 });
  return sold;
}

test('each renewal is a row and lasts until the store’s own day, however often it is reported', async ({
  world,
  ann,
}) => {
  const first = await subscribe(world, ann);
  expect(await world.vipDays(ann)).toBe(30);
  const second = world.store.renew(first);
  await Promise.all([world.notify('DID_RENEW', second), world.notify('DID_RENEW', second)]);
  expect(await world.vipDays(ann)).toBe(60);
  expect(await world.parked(second)).toBeUndefined();
  // A repeated report of an earlier period changes nothing.
  await world.notify('SUBSCRIBED', first);
  expect(await world.vipDays(ann)).toBe(60);
  expect(await ledgerOf(ann)).toHaveLength(3);
});

test('a renewal that is reported late brings no more days than are left of it', async ({ world, ann }) => {
  const first = await subscribe(world, ann);
  world.backend.clock.ahead = 40 * day;
  expect(await world.vipDays(ann)).toBe(0);
  await world.notify('DID_RENEW', world.store.renew(first));
  expect(await world.vipDays(ann)).toBe(20);
});

test('what the user has besides a subscription of the store stays, also when that ends', async ({
  world,
  ann,
}) => {
  const { user_id } = (await ann.get('getUserInfo')).data;
  const until = new Date(Date.now() + 10 * day);
  await world.backend.services.db.query
    .updateTable('users')
    .set({ vip_level: 1, vip_expire_time: until })
    .where('user_id', '=', user_id)
    .execute();
  const sold = await subscribe(world, ann);
  expect(await world.vipDays(ann)).toBe(40);
  Object.assign(sold, { revocationDate: Date.now() });
  await world.notify('REFUND', sold);
  expect(await world.vipDays(ann)).toBe(10);
});

test('while the store tries again to collect, VIP stays; when it gives up, VIP has ended', async ({
  world,
  ann,
}) => {
  const sold = await subscribe(world, ann);
  const renewal = { gracePeriodExpiresDate: sold.expiresDate! + 16 * day };
  await world.notify('DID_FAIL_TO_RENEW', sold, { subtype: 'GRACE_PERIOD', renewal });
  world.backend.clock.ahead = 40 * day;
  expect(await world.vipDays(ann)).toBe(6);
  // After the recovery the new period starts at the end of the old one.
  await world.notify('DID_RENEW', world.store.renew(sold), { subtype: 'BILLING_RECOVERY' });
  expect(await world.vipDays(ann)).toBe(20);
  world.backend.clock.ahead = 61 * day;
  await world.notify('EXPIRED', [...world.store.sold.values()].at(-1)!);
  expect(await world.vipDays(ann)).toBe(0);
  expect(await ledgerOf(ann)).toHaveLength(3);
});

test('a refund ends it, also before the credit; one that is undone gives it again', async ({
  world,
  ann,
}) => {
  const { order_id, payment } = await world.order(ann, 101);
  const sold = world.store.sell(payment);
  Object.assign(sold, { revocationDate: Date.now(), revocationType: 'REFUND_FULL' });
  const refund = world.store.notification('REFUND', sold);
  await Promise.all([world.send(refund), world.send(refund)]);
  expect(await world.vipDays(ann)).toBe(0);
  const { revocationDate, revocationType, ...before } = sold;
  expect(await world.handIn(ann, before, order_id)).toMatchObject({ code: 0 });
  expect(await world.vipDays(ann)).toBe(0);
  expect(await ledgerOf(ann)).toHaveLength(3);

  world.store.sold.set(sold.transactionId, before);
  await world.notify('REFUND_REVERSED', before);
  expect(await world.vipDays(ann)).toBe(30);
  // The first report is repeated: the store's current data count.
  await world.send(refund);
  expect(await world.vipDays(ann)).toBe(30);
  expect(await ledgerOf(ann)).toHaveLength(4);
});

test('the refund of an earlier period leaves the present one', async ({ world, ann }) => {
  const first = await subscribe(world, ann);
  await world.notify('DID_RENEW', world.store.renew(first));
  Object.assign(first, { revocationDate: Date.now(), revocationType: 'REFUND_FULL' });
  await world.notify('REFUND', first);
  expect(await world.vipDays(ann)).toBe(60);
  expect(await ledgerOf(ann)).toHaveLength(4);
});

test('restoring on a second phone is for the account that bought it, which is said to another', async ({
  world,
  ann,
}) => {
  const first = await subscribe(world, ann);
  const renewed = world.store.renew(first);
  expect(await world.handIn(ann, renewed)).toMatchObject({ code: 0 });
  expect(await world.handIn(ann, renewed)).toMatchObject({ code: 0 });
  expect(await world.handIn(ann, first)).toMatchObject({ code: 0 });
  const bob = await signIn(world.backend, 'Bob');
  // The newest renewal was credited already, the next one was not.
  for (const restored of [renewed, world.store.renew(renewed)]) {
    expect(await world.handIn(bob, restored)).toMatchObject({
      code: 1004,
      message: 'This was bought by another account. Sign in to that account to use it.',
    });
  }
  expect(await world.vipDays(bob)).toBe(0);
  expect(await world.vipDays(ann)).toBe(60);
});

test('once the account is gone, what still runs may be restored by another, and is not counted as money again', async ({
  world,
  ann,
}) => {
  const sold = await subscribe(world, ann);
  await ann.post('deleteAccount');
  const taken = () =>
    world.backend.services.db.query.selectFrom('takings').select('id').where('amount', '=', 2500).execute();
  const before = (await taken()).length;
  const [bob, eve] = [await signIn(world.backend, 'Bo'), await signIn(world.backend, 'Ev')];
  const replies = await Promise.all([world.handIn(bob, sold), world.handIn(eve, sold)]);
  expect(replies.map(({ code }) => code).sort()).toEqual([0, 1004]);
  expect([await world.vipDays(bob), await world.vipDays(eve)].sort()).toEqual([0, 30]);
  expect(await taken()).toHaveLength(before);
  // A renewal without an owner: its payment is parked.
  await bob.post('deleteAccount');
  await eve.post('deleteAccount');
  const renewed = world.store.renew(sold);
  await world.notify('DID_RENEW', renewed);
  expect(await world.parked(renewed)).toMatchObject({ credited: false });
  const flo = await signIn(world.backend, 'Flo');
  expect(await world.handIn(flo, renewed)).toMatchObject({ code: 0 });
  expect(await world.parked(renewed)).toMatchObject({ credited: true });
  expect(await taken()).toHaveLength(before + 1);
});

test('what is refunded or has run out cannot be claimed by an account that did not buy it', async ({
  world,
  ann,
}) => {
  const sold = await subscribe(world, ann);
  await ann.post('deleteAccount');
  const eve = await signIn(world.backend, 'Eva');
  world.store.sold.set(sold.transactionId, { ...sold, revocationDate: Date.now() });
  expect(await world.handIn(eve, sold)).toMatchObject({ code: 1004 });
  world.store.sold.set(sold.transactionId, sold);
  world.backend.clock.ahead = 31 * day;
  expect(await world.handIn(eve, sold)).toMatchObject({ code: 1004 });
  expect(await world.vipDays(eve)).toBe(0);
});

test('a relative’s share counts as long as it is shared, and is no money', async ({ world, ann }) => {
  const shared = world.store.sell(null, { productId: 'vip_month', inAppOwnershipType: 'FAMILY_SHARED' });
  expect(await world.handIn(ann, shared)).toMatchObject({ code: 0 });
  expect(await world.vipDays(ann)).toBe(30);
  Object.assign(shared, { revocationDate: Date.now(), revocationType: 'FAMILY_REVOKE' });
  await world.notify('REVOKE', shared);
  expect(await world.vipDays(ann)).toBe(0);
  expect(await ledgerOf(ann)).toHaveLength(2);
});

/** Upgrades to a year's subscription at once: the store ends the old period, and the new one lasts `days` from now. */
async function upgrade(world: AppStoreWorld, user: TestUser, old: DoubleTransaction, days: number) {
  const { payment } = await world.order(user, 103);
  const { app_account_token: appAccountToken, product_id: productId } = JSON.parse(payment);
  Object.assign(old, { isUpgraded: true });
  const expiresDate = Date.now() + world.backend.clock.ahead + days * day;
  return Object.assign(world.store.renew(old), { productId, appAccountToken, expiresDate });
}

test.for<[string, number]>([
  ['ends earlier', 10],
  ['ends later', 365],
])(
  'after an upgrade whose new period %s, that period alone counts, in either order of the reports',
  async ([, days], { world, ann }) => {
    const old = await subscribe(world, ann);
    const fresh = await upgrade(world, ann, old, days);
    const reports = [
      () => world.notify('DID_CHANGE_RENEWAL_PREF', fresh, { subtype: 'UPGRADE' }),
      () => world.notify('SUBSCRIBED', old),
    ];
    for (const report of [...reports, ...reports.toReversed()]) expect(await report()).toBe(200);
    expect(await world.vipDays(ann)).toBe(days);
    await world.handIn(ann, fresh);
    expect(await world.vipDays(ann)).toBe(days);

    const bob = await signIn(world.backend, `Bob ${days}`);
    const hers = await subscribe(world, bob);
    const next = await upgrade(world, bob, hers, days);
    for (const report of ['SUBSCRIBED', 'DID_RENEW']) expect(await world.notify(report, hers)).toBe(200);
    expect(await world.handIn(bob, next)).toMatchObject({ code: 0 });
    expect(await world.vipDays(bob)).toBe(days);
    expect(await ledgerOf(bob)).toHaveLength(3);
  },
);

test('an old period that is reported for the first time after its upgrade adds nothing', async ({
  world,
  ann,
}) => {
  const { order_id, payment } = await world.order(ann, 101);
  const old = world.store.sell(payment);
  const { isUpgraded, ...signedBefore } = old;
  const fresh = await upgrade(world, ann, old, 10);
  expect(await world.notify('SUBSCRIBED', fresh)).toBe(200);
  expect(await world.vipDays(ann)).toBe(10);
  // The phone's receipt was signed before the upgrade.
  expect((await world.handIn(ann, signedBefore, order_id)).status).toBeLessThan(500);
  expect(await world.notify('DID_CHANGE_RENEWAL_PREF', old)).toBe(200);
  expect(await world.vipDays(ann)).toBe(10);
});

test('the refund of an upgraded period leaves the new one', async ({ world, ann }) => {
  const old = await subscribe(world, ann);
  const fresh = await upgrade(world, ann, old, 10);
  await world.notify('DID_CHANGE_RENEWAL_PREF', fresh);
  Object.assign(old, {
    revocationDate: Date.now(),
    revocationType: 'REFUND_PRORATED',
    revocationPercentage: 90_000,
  });
  await world.notify('REFUND', old);
  expect(await world.vipDays(ann)).toBe(10);
});
