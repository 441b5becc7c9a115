import { expect, test } from 'vitest';
import type { DoubleTransaction } from '../doubles/app-store-double.ts';
import { ledgerOf } from '../support/jobs.ts';
import { AppStoreWorld } from './app-store-world.ts';
import { day, sharedWorld } from './shop-world.ts';

const world = sharedWorld(new AppStoreWorld());
const month = 101;
const year = 103;

test('each renewal is credited once and lasts until the store’s end date, however often it is reported', async () => {
  const first = await world.buy(month);
  expect(await world.vipDays()).toBe(30);
  const second = world.shop.renew(first);
  await Promise.all([world.notify('DID_RENEW', second), world.notify('DID_RENEW', second)]);
  expect(await world.vipDays()).toBe(60);
  expect(await world.parked(second.transactionId)).toBeUndefined();
  // A repeated notification of an earlier period changes nothing.
  await world.notify('SUBSCRIBED', first);
  expect(await world.vipDays()).toBe(60);
  expect(await ledgerOf(world.ann)).toHaveLength(3);
});

test('a renewal that is reported late gives only its remaining days', async () => {
  const first = await world.buy(month);
  world.backend.clock.ahead = 40 * day;
  expect(await world.vipDays()).toBe(0);
  await world.notify('DID_RENEW', world.shop.renew(first));
  expect(await world.vipDays()).toBe(20);
});

test('VIP days from before a subscription remain after the subscription ends', async () => {
  const { user_id } = (await world.ann.get('getUserInfo')).data;
  const until = new Date(Date.now() + 10 * day);
  await world.backend.services.db.query
    .updateTable('users')
    .set({ vip_level: 1, vip_expire_time: until })
    .where('user_id', '=', user_id)
    .execute();
  const sold = await world.buy(month);
  expect(await world.vipDays()).toBe(40);
  await world.refund(sold);
  expect(await world.vipDays()).toBe(10);
});

test('VIP remains while the store retries the payment, and ends when the store gives up', async () => {
  const sold = await world.buy(month);
  const renewal = { gracePeriodExpiresDate: sold.expiresDate! + 16 * day };
  await world.notify('DID_FAIL_TO_RENEW', sold, { subtype: 'GRACE_PERIOD', renewal });
  world.backend.clock.ahead = 40 * day;
  expect(await world.vipDays()).toBe(6);
  // After the recovery the new period starts at the end of the old period.
  const renewed = world.shop.renew(sold);
  await world.notify('DID_RENEW', renewed, { subtype: 'BILLING_RECOVERY' });
  expect(await world.vipDays()).toBe(20);
  world.backend.clock.ahead = 61 * day;
  await world.notify('EXPIRED', renewed);
  expect(await world.vipDays()).toBe(0);
  expect(await ledgerOf(world.ann)).toHaveLength(3);
});

test('a refund ends a subscription, even if reported first, and undoing the refund restores it', async () => {
  const { order_id, payment } = await world.order(month);
  const sold = world.shop.sell(payment);
  const before = { ...sold };
  expect(await Promise.all([world.refund(sold), world.refund(sold)])).toEqual([200, 200]);
  const refunded = { ...sold };
  expect(await world.vipDays()).toBe(0);
  expect(await world.handInSold(before, order_id)).toMatchObject({ code: 0 });
  expect(await world.vipDays()).toBe(0);
  expect(await ledgerOf(world.ann)).toHaveLength(3);

  await world.undoRefund(sold);
  expect(await world.vipDays()).toBe(30);
  // A repeated old notification changes nothing, because the store's current data count.
  await world.notify('REFUND', refunded);
  expect(await world.vipDays()).toBe(30);
  expect(await ledgerOf(world.ann)).toHaveLength(4);
});

test('a refund of an earlier period does not end the current period', async () => {
  const first = await world.buy(month);
  await world.notify('DID_RENEW', world.shop.renew(first));
  await world.refund(first);
  expect(await world.vipDays()).toBe(60);
  expect(await ledgerOf(world.ann)).toHaveLength(4);
});

test('only the account that bought a subscription can restore it', async () => {
  const first = await world.buy(month);
  const renewed = world.shop.renew(first);
  for (const sold of [renewed, renewed, first])
    expect(await world.handInSold(sold)).toMatchObject({ code: 0 });
  const bob = await world.newUser('Bob');
  // Another account can restore neither a credited renewal nor one that is not yet credited.
  for (const restored of [renewed, world.shop.renew(renewed)]) {
    expect(await world.handInSold(restored, undefined, bob)).toMatchObject({
      code: 1004,
      message: 'This was bought by another account. Sign in to that account to use it.',
    });
  }
  expect(await world.vipDays(bob)).toBe(0);
  expect(await world.vipDays()).toBe(60);
});

test('one other account can restore a deleted account’s subscription, and the payment is counted once', async () => {
  const sold = await world.buy(month);
  await world.ann.post('deleteAccount');
  const taken = () =>
    world.backend.services.db.query.selectFrom('takings').select('id').where('amount', '=', 2500).execute();
  const before = (await taken()).length;
  const users = [await world.newUser('Bob'), await world.newUser('Eve')];
  const replies = await Promise.all(users.map(user => world.handInSold(sold, undefined, user)));
  expect(replies.map(({ code }) => code).sort()).toEqual([0, 1004]);
  expect((await Promise.all(users.map(user => world.vipDays(user)))).sort()).toEqual([0, 30]);
  expect(await taken()).toHaveLength(before);
  // The renewal has no owner, so its payment is parked.
  for (const user of users) await user.post('deleteAccount');
  const renewed = world.shop.renew(sold);
  await world.notify('DID_RENEW', renewed);
  expect(await world.parked(renewed.transactionId)).toMatchObject({ credited: false });
  expect(await world.handInSold(renewed, undefined, await world.newUser('Flo'))).toMatchObject({ code: 0 });
  expect(await world.parked(renewed.transactionId)).toMatchObject({ credited: true });
  expect(await taken()).toHaveLength(before + 1);
});

test('nobody can restore a refunded or expired subscription of a deleted account', async () => {
  const sold = await world.buy(month);
  await world.ann.post('deleteAccount');
  const eve = await world.newUser('Eve');
  world.shop.sold.set(sold.transactionId, { ...sold, revocationDate: Date.now() });
  expect(await world.handInSold(sold, undefined, eve)).toMatchObject({ code: 1004 });
  world.shop.sold.set(sold.transactionId, sold);
  world.backend.clock.ahead = 31 * day;
  expect(await world.handInSold(sold, undefined, eve)).toMatchObject({ code: 1004 });
  expect(await world.vipDays(eve)).toBe(0);
});

test('a subscription shared by a family member is valid until the sharing ends', async () => {
  const shared = world.shop.sell(null, { productId: 'vip_month', inAppOwnershipType: 'FAMILY_SHARED' });
  expect(await world.handInSold(shared)).toMatchObject({ code: 0 });
  expect(await world.vipDays()).toBe(30);
  Object.assign(shared, { revocationDate: Date.now(), revocationType: 'FAMILY_REVOKE' });
  await world.notify('REVOKE', shared);
  expect(await world.vipDays()).toBe(0);
  expect(await ledgerOf(world.ann)).toHaveLength(2);
});

/**
 * Upgrades to a yearly subscription: the store ends the old period at once, and the new period lasts `days` from now.
 */
async function upgrade(old: DoubleTransaction, days: number, user = world.ann) {
  const { payment } = await world.order(year, user);
  const { app_account_token: appAccountToken, product_id: productId } = JSON.parse(payment);
  Object.assign(old, { isUpgraded: true });
  const expiresDate = Date.now() + days * day;
  return Object.assign(world.shop.renew(old), { productId, appAccountToken, expiresDate });
}

test.each([
  ['ends earlier', 10],
  ['ends later', 365],
])('after an upgrade only the new period counts, in any order of reports, if it %s', async (_, days) => {
  const old = await world.buy(month);
  const fresh = await upgrade(old, days);
  const reports = [
    () => world.notify('DID_CHANGE_RENEWAL_PREF', fresh, { subtype: 'UPGRADE' }),
    () => world.notify('SUBSCRIBED', old),
  ];
  for (const report of [...reports, ...reports.toReversed()]) expect(await report()).toBe(200);
  expect(await world.vipDays()).toBe(days);
  await world.handInSold(fresh);
  expect(await world.vipDays()).toBe(days);

  const bob = await world.newUser('Bob');
  const his = await world.buy(month, bob);
  const next = await upgrade(his, days, bob);
  for (const report of ['SUBSCRIBED', 'DID_RENEW']) expect(await world.notify(report, his)).toBe(200);
  expect(await world.handInSold(next, undefined, bob)).toMatchObject({ code: 0 });
  expect(await world.vipDays(bob)).toBe(days);
  expect(await ledgerOf(bob)).toHaveLength(3);
});

test('an old period that is first reported after its upgrade adds no days', async () => {
  const { order_id, payment } = await world.order(month);
  const old = world.shop.sell(payment);
  const { isUpgraded, ...signedBefore } = old;
  const fresh = await upgrade(old, 10);
  expect(await world.notify('SUBSCRIBED', fresh)).toBe(200);
  expect(await world.vipDays()).toBe(10);
  // This receipt was signed before the upgrade, so it does not show the upgrade.
  expect((await world.handInSold(signedBefore, order_id)).status).toBeLessThan(500);
  expect(await world.notify('DID_CHANGE_RENEWAL_PREF', old)).toBe(200);
  expect(await world.vipDays()).toBe(10);
});

test('a refund of the period before an upgrade does not end the new period', async () => {
  const old = await world.buy(month);
  await world.notify('DID_CHANGE_RENEWAL_PREF', await upgrade(old, 10));
  await world.refund(old, { revocationType: 'REFUND_PRORATED', revocationPercentage: 90_000 });
  expect(await world.vipDays()).toBe(10);
});

test('in the days before a renewal the app learns day and price from the store, until the period ends', async () => {
  const sold = await world.buy(month);
  const time = Math.floor(sold.expiresDate! / 1000);
  expect(await world.renewalAfter(23)).toBeUndefined();
  expect(await world.renewalAfter(24.5)).toEqual({ time, price: 25, currency: 'CNY' });
  expect(await world.renewalAfter(31)).toBeUndefined();
  world.backend.clock.ahead = 29 * day;
  await world.notify('DID_RENEW', world.shop.renew(sold));
  expect((await world.ann.get('getUserInfo')).data.renewal).toBeUndefined();
  expect(await world.renewalAfter(55)).toEqual({ time: time + 30 * 86_400, price: 25, currency: 'CNY' });
});

test('the app names no price that the store does not say, and a store’s other currency', async () => {
  const { originalTransactionId: id, expiresDate } = await world.buy(month);
  const time = Math.floor(expiresDate! / 1000);
  world.shop.renewals.set(id, { autoRenewStatus: 1 });
  expect(await world.renewalAfter(25)).toEqual({ time });
  world.shop.renewals.set(id, { autoRenewStatus: 1, renewalPrice: 600_000, currency: 'JPY' });
  expect(await world.renewalAfter(25)).toEqual({ time, price: 600, currency: 'JPY' });
});

test.each<[string, (sold: DoubleTransaction) => unknown]>([
  ['is cancelled', sold => world.shop.renewals.set(sold.originalTransactionId, { autoRenewStatus: 0 })],
  ['is refunded', sold => world.refund(sold)],
  ['is shared by another payer', sold => Object.assign(sold, { inAppOwnershipType: 'FAMILY_SHARED' })],
])('nobody is told of the renewal of a plan that %s, not even if told before', async (_, change) => {
  const sold = await world.buy(month);
  expect(await world.renewalAfter(25)).toBeDefined();
  await change(sold);
  expect(await world.renewalAfter(25)).toBeUndefined();
});

test('if the store is unavailable, the notice waits for the next turn', async () => {
  const { transactionId } = await world.buy(month);
  world.shop.failing.set(transactionId, 503);
  expect(await world.renewalAfter(25)).toBeUndefined();
  world.shop.failing.delete(transactionId);
  expect(await world.renewalAfter(25)).toBeDefined();
});
