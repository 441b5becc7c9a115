import { expect, test } from 'vitest';
import { order, pay, sell } from '../../support/api/api.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const hundredCoins = 1;
const threeHundredCoins = 2;
const vipMonth = 101;
const day = 24 * 60 * 60 * 1000;

const backend = sharedBackend();

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
    original_price: 12,
    discount_price: 10,
    pay_amount: 10,
    vip_level: 0,
    days: 0,
  });
  const plans = await ann.get('getRechargeConfigsList', { product_type: 1 });
  expect(plans.data.list).toMatchObject([{ days: 30, vip_level: 1 }, { days: 90 }, { days: 365 }]);
});

test('a payment that the app missed is found when the app requests the order', async () => {
  const cat = await signIn(backend, 'Cat');
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
  const gus = await signIn(backend, 'Gus');
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
