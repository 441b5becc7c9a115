import { beforeEach, describe, expect, test } from 'vitest';
import { openAllShops, settingsOf } from '../doubles/all-shops.ts';
import { openTestBackend } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { ShopWorld } from './shop-world.ts';

const shops = await openAllShops();
for (const shop of shops) await forFile(shop);
const backend = await forFile(openTestBackend({ ...settingsOf(shops), SANDBOX: '1' }));

describe.each(shops.map(shop => [shop.name, shop] as const))('a payment at %s', (name, shop) => {
  const world = Object.assign(new ShopWorld(async () => shop), { shop, backend });

  beforeEach(() => world.begin());

  test('a payment is credited once, however often and in whichever order its reports arrive', async () => {
    const order = await world.order(1);
    const { receipt, report } = world.shop.payOrder(order);
    const times = Array.from({ length: 8 });
    const receipts = times.map(async () => (await world.handIn(receipt, order.order_id)).code);
    const reports = times.map(() => world.send(report));
    expect(new Set(await Promise.all(receipts))).toEqual(new Set([0]));
    expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
    expect(await world.send(report)).toBe(200);
    expect(await world.changes()).toEqual([50, 100]);
  });

  test('the notification alone credits a payment, and the receipt may arrive later', async () => {
    const order = await world.order(2);
    const { receipt, report } = world.shop.payOrder(order);
    expect(await world.send(report)).toBe(200);
    expect(await world.statusOf(order.order_id)).toBe('paid');
    expect(await world.handIn(receipt, order.order_id)).toMatchObject({ code: 0 });
    expect(await world.changes()).toEqual([50, 300]);
  });

  test('a payment cannot pay another order, another product or another user’s order', async () => {
    const [paid, same, large] = [await world.order(1), await world.order(1), await world.order(5)];
    const eve = await world.newUser('Eve');
    const hers = await world.order(1, eve);
    const { receipt } = world.shop.payOrder(paid);
    for (const { order_id } of [same, large])
      expect(await world.handIn(receipt, order_id)).toMatchObject({ code: 1004 });
    for (const order_id of [hers.order_id, paid.order_id, undefined])
      expect((await world.handIn(receipt, order_id, eve)).code).not.toBe(0);
    expect(await eve.get('getOrder', { order_id: paid.order_id })).toMatchObject({ status: 404, code: 1003 });
    expect([await world.coins(), await world.coins(eve)]).toEqual([50, 50]);
  });

  test('a deleted account’s payment is parked', async () => {
    const order = await world.order(1);
    await world.ann.post('deleteAccount');
    const { report } = world.shop.payOrder(order);
    for (const _ of [1, 2]) expect(await world.send(report)).toBe(200);
    const parked = backend.services.db.query.selectFrom('parked_payments').select(['provider', 'returned']);
    expect(await parked.where('order_id', '=', order.order_id).execute()).toEqual([
      { provider: name, returned: false },
    ]);
  });
});
