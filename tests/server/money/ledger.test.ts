import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import { noteRenewals } from '../../../server/money/renewals.ts';
import { buy, dataOf, order, pay, sell } from '../../support/api/api.ts';
import { openAllShops, settingsOf } from '../doubles/all-shops.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import {
  changesOf,
  coinsOf,
  createJob,
  finishJob,
  ledgerOf,
  startJob,
  waitForStatus,
} from '../support/jobs.ts';
import { pauseWork } from '../support/pause-work.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';
import { ShopWorld } from './shop-world.ts';

const backend = sharedBackend();
const test = usersOf(backend);

test.each([
  ['UPDATE coin_statements SET change = change + 1', 'append-only'],
  ['DELETE FROM coin_statements', 'append-only'],
  ['TRUNCATE coin_statements', 'append-only'],
  ['UPDATE users SET coins = -1', 'users_coins_check'],
])('the database refuses the statement “%s”', async (statement, reason) => {
  const ann = await signIn(backend, 'Ann');
  const { query } = backend.services.db;
  await expect(sql.raw(statement).execute(query)).rejects.toThrow(reason);
  expect(await ledgerOf(ann)).toHaveLength(1);
});

test('a job is created if the balance equals the price, but not with one coin less', async () => {
  const pair = await Promise.all([50, 51].map(cost => openTestBackend({ GENERATE_COST: String(cost) })));
  const [made, refused] = await Promise.all(
    pair.map(async exact => {
      const ann = await signIn(exact, 'Ann');
      const { code } = await createJob(ann);
      const { data } = await ann.get('getTrainAndGenerateResultList');
      return { code, jobs: data.list.length, changes: await changesOf(ann) };
    }),
  );
  await Promise.all(pair.map(exact => exact.close()));

  expect(made).toEqual({ code: 0, jobs: 1, changes: [50, -50] });
  expect(refused).toEqual({ code: 2218020, jobs: 0, changes: [50] });
});

test('the ledger is listed newest first, in pages, in the language of the request', async () => {
  const bob = await signIn(backend, 'Bob', 'zh');
  await createJob(bob);
  const page = (cur_page: number) => bob.get('getCoinStatementList', { cur_page, page_size: 1 });

  expect((await page(1)).data.list).toMatchObject([{ change: -20, remaining: 30, reason: '制作写真' }]);
  expect((await page(2)).data.list).toMatchObject([{ change: 50, remaining: 50, reason: '新人赠送' }]);
  expect((await page(3)).data.list).toEqual([]);
});

test('the ledger shows coins as held, then as spent or returned, with the picture they paid for', async () => {
  const dan = await signIn(backend, 'Dan 21');
  const shown = async () => (await ledgerOf(dan)).map(({ change, job }) => [change, job?.state]);
  const work = pauseWork(backend.generator);
  const made = await startJob(dan);
  await work.begun();
  expect(await shown()).toEqual([
    [50, undefined],
    [-20, 'held'],
  ]);
  const held = (await ledgerOf(dan)).at(-1)?.job;
  expect(held?.pic_url).toContain('/template-pics/1?');
  expect(held?.title).not.toBe('');

  work.release();
  await waitForStatus(dan, made, 5);
  expect(await shown()).toEqual([
    [50, undefined],
    [-20, 'spent'],
  ]);
  expect((await ledgerOf(dan)).at(-1)?.job?.pic_url).toContain('/pictures/');

  backend.generator.beforeReturn = async () => {
    throw new Error('out of paint');
  };
  await finishJob(dan, 6);
  const returned = [-20, 20].map(change => [change, 'returned']);
  expect((await shown()).slice(-2)).toEqual(returned);
  backend.generator.beforeReturn = async () => {};
});

test('the balance equals the ledger’s sum while payments and failing jobs run concurrently', async () => {
  const cat = await signIn(backend, 'Cat 22');
  backend.generator.beforeReturn = async () => {
    throw new Error('out of paint');
  };
  const orders = await Promise.all([1, 2, 3].map(() => order(cat, 1)));
  const receipts = await Promise.all(orders.map(({ order_id }) => pay(cat, order_id)));

  const jobs = Array.from({ length: 60 }, () => createJob(cat));
  const payments = Array.from({ length: 60 }, (_, index) => {
    const { order_id } = orders[index % 3]!;
    return cat.post('paySuccess', { order_id, receipt: receipts[index % 3]! });
  });
  const responses = await Promise.all(jobs);
  await Promise.all(payments);
  const created = responses.filter(({ code }) => code === 0);
  for (const { data } of created) await waitForStatus(cat, data.train_and_generate_info, 6);

  const ledger = await ledgerOf(cat);
  const count = (reason: string) => ledger.filter(row => row.reason === reason).length;
  expect(count('Coins bought')).toBe(3);
  expect(count('A set of pictures')).toBe(created.length);
  expect(count('Returned: no pictures were made')).toBe(created.length);
  expect(ledger.at(-1)!.remaining).toBe(350);
});

const hundredCoins = 1;
const threeHundredCoins = 2;
const vipMonth = 101;
const day = 24 * 60 * 60 * 1000;

test('the sandbox sells coins and subscriptions in yuan to every user', async () => {
  const ann = await signIn(backend, 'Ann', 'zh');
  const { pay_channels, features } = (await ann.get('getUserInfo')).data;
  expect(pay_channels).toBeUndefined();
  for (const missing of ['pay-channels', 'push']) expect(features).not.toContain(missing);
  const query = { cur_page: 1, page_size: 10, product_type: 2 } as const;
  const coins = await ann.get('getRechargeConfigsList', query);
  expect(coins.data.list[0]).toEqual({
    id: 1,
    product_id: 'coins_100',
    title: '100 金币',
    coin_num: 100,
    original_price: 10,
    discount_price: 10,
    pay_amount: 10,
    vip_level: 0,
    days: 0,
  });
  const plans = await ann.get('getRechargeConfigsList', { product_type: 1 });
  expect(plans.data.list).toMatchObject([{ days: 30, vip_level: 1 }, { days: 90 }, { days: 365 }]);
});

test('a price is struck out only if a buyer has paid it in the last seven days, and never one that was paid back', async () => {
  const ivy = await signIn(backend, 'Ivy');
  const originals = async () => {
    const { data } = await ivy.get('getRechargeConfigsList', { product_type: 2 });
    return data.list.map(({ original_price, pay_amount }) => original_price - pay_amount);
  };
  /** Pays a product at a price of before, in fen. */
  const payAt = async (configId: number, amount: number, change = {}) => {
    const { order_id } = await order(ivy, configId);
    const changed = backend.services.db.query.updateTable('orders').where('order_id', '=', order_id);
    await changed.set({ amount }).execute();
    await dataOf(ivy.post('paySuccess', { order_id, receipt: await pay(ivy, order_id) }));
    await changed.set({ amount, ...change }).execute();
  };
  expect(await originals()).toEqual([0, 0, 0, 0, 0]);
  await payAt(1, 1500);
  await payAt(1, 1200);
  await payAt(2, 3600, { returned_amount: 3600 });
  await payAt(3, 4000);
  const { order_id } = await order(ivy, 4);
  await backend.services.db.query
    .updateTable('orders')
    .set({ amount: 99_000 })
    .where('order_id', '=', order_id)
    .execute();
  backend.clock.ahead = 11 * 60_000;
  expect(await originals()).toEqual([2, 0, 0, 0, 0]);
  backend.clock.ahead = 8 * day;
  expect(await originals()).toEqual([0, 0, 0, 0, 0]);
  backend.clock.ahead = 0;
});

test('a payment that the app missed is found when the app requests the order', async ({ cat }) => {
  expect(await cat.post('createOrder', { config_id: 7777 })).toMatchObject({ status: 400, code: 1004 });
  const { order_id } = await order(cat, hundredCoins);
  const asked = { status: 'pending', pay_amount: 10, title: '100 gold coins' };
  expect((await cat.get('getOrder', { order_id })).data).toMatchObject(asked);
  const abandoned = await order(cat, threeHundredCoins);
  const receipt = await pay(cat, order_id);
  expect(await pay(cat, order_id)).toBe(receipt);

  const unfinished = await cat.get('getUnfinishedOrders');
  expect(unfinished.data.list).toMatchObject([{ order_id: abandoned.order_id, status: 'pending' }]);
  expect((await cat.get('getOrder', { order_id })).data).toMatchObject({ status: 'paid' });
  expect(await coinsOf(cat)).toBe(150);
});

test('a subscription makes generation free, is extended by a renewal, and expires by itself', async () => {
  const gus = await signIn(backend, 'Gus 23');
  const subscribe = async () => {
    const { order_id } = await order(gus, vipMonth);
    const receipt = await sell(gus.transport, { product_id: 'vip_month' });
    expect(await gus.post('paySuccess', { order_id, receipt })).toMatchObject({ code: 0 });
    return (await gus.get('getUserInfo')).data;
  };

  const once = await subscribe();
  expect(once.vip_level).toBe(1);
  const twice = await subscribe();
  // The second period begins at the end of the first. Rounding hides the milliseconds between sale and receipt.
  expect(Math.round(((twice.vip_expire_time - once.vip_expire_time) * 1000) / day)).toBe(30);

  expect((await createJob(gus)).code).toBe(0);
  expect((await ledgerOf(gus)).map(({ reason, change }) => [reason, change])).toEqual([
    ['Welcome gift', 50],
    ['VIP', 0],
    ['VIP', 0],
  ]);

  backend.clock.ahead = 61 * day;
  expect((await gus.get('getUserInfo')).data).toMatchObject({ vip_level: 0, vip_expire_time: 0 });
  await createJob(gus);
  expect(await coinsOf(gus)).toBe(30);
  backend.clock.ahead = 0;
});

test('a plan that was paid once is never announced to renew', async () => {
  const hal = await signIn(backend, 'Hal');
  await buy(hal, vipMonth);
  backend.clock.ahead = 25 * day;
  await noteRenewals(backend.services);
  expect((await hal.get('getUserInfo')).data).toMatchObject({ vip_level: 1 });
  expect((await hal.get('getUserInfo')).data.renewal).toBeUndefined();
  backend.clock.ahead = 0;
});

const shops = await openAllShops();

for (const shop of shops) await forFile(shop);

const withShops = await forFile(openTestBackend({ ...settingsOf(shops), SANDBOX: '1' }));

describe.each(shops.map(shop => [shop.name, shop] as const))('a payment at %s', (name, shop) => {
  const world = Object.assign(new ShopWorld(async () => shop), { shop, backend: withShops });

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
    const parked = withShops.services.db.query.selectFrom('parked_payments').select(['provider', 'returned']);
    expect(await parked.where('order_id', '=', order.order_id).execute()).toEqual([
      { provider: name, returned: false },
    ]);
  });
});
