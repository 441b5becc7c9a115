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

async function sandbox<Data>(url: string, payload: object): Promise<Data> {
  return (await backend.app.inject({ method: 'POST', url: `/sandbox/${url}`, payload })).json<Data>();
}

test('the sandbox sells coins and subscriptions in yuan to every user', async () => {
  const ann = await signIn(backend, 'Ann', 'zh');
  const { pay_channels, features } = (await ann.get('getUserInfo')).data;
  expect(pay_channels).toBeUndefined();
  expect(features).not.toContain('pay-channels');
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

test('a paid order is credited once, however often the app sends its receipt', async () => {
  const bob = await signIn(backend, 'Bob');
  const { order_id } = await order(bob, hundredCoins);
  const title = '100 gold coins';
  const asked = await bob.get('getOrder', { order_id });
  expect(asked.data).toMatchObject({ status: 'pending', pay_amount: 10, title });

  const receipt = await pay(bob, order_id);
  expect(await pay(bob, order_id)).toBe(receipt);
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => bob.post('paySuccess', { order_id, receipt })),
  );
  expect(responses.every(({ code }) => code === 0)).toBe(true);
  expect(await ledgerOf(bob)).toMatchObject([
    { reason: 'Welcome gift', change: 50 },
    { reason: 'Coins bought', change: 100 },
  ]);
  const paid = (await bob.get('getOrder', { order_id })).data;
  expect(paid).toMatchObject({ status: 'paid', title });
  expect(paid).not.toHaveProperty('pay_url');
});

test('a payment that the app does not know about is found when the app requests the order', async () => {
  const cat = await signIn(backend, 'Cat');
  const { order_id } = await order(cat, hundredCoins);
  const abandoned = await order(cat, threeHundredCoins);
  await pay(cat, order_id);

  const unfinished = await cat.get('getUnfinishedOrders');
  expect(unfinished.data.list).toMatchObject([{ order_id: abandoned.order_id, status: 'pending' }]);
  expect((await cat.get('getOrder', { order_id })).data).toMatchObject({ status: 'paid' });
  expect(await coinsOf(cat)).toBe(150);
});

test('made-up receipts, used receipts and receipts of other orders credit nothing', async () => {
  const [dan, eve] = [await signIn(backend, 'Dan'), await signIn(backend, 'Eve')];
  const cheap = await order(dan, hundredCoins);
  const dear = await order(dan, threeHundredCoins);
  const eves = await order(eve, hundredCoins);
  const receipt = await pay(dan, cheap.order_id);

  const madeUp = await dan.post('paySuccess', { order_id: cheap.order_id, receipt: 'paid, honestly' });
  const message = 'The store has no record of this purchase';
  expect(madeUp).toMatchObject({ status: 400, code: 1004, message });
  expect(await dan.post('paySuccess', { order_id: dear.order_id, receipt })).toMatchObject({ code: 1004 });
  const cheaper = {
    order_id: dear.order_id,
    receipt: await sell(dan.transport, { product_id: 'vip_month' }),
  };
  expect(await dan.post('paySuccess', cheaper)).toMatchObject({ code: 1004 });
  expect(await eve.post('paySuccess', { order_id: cheap.order_id, receipt })).toMatchObject({ code: 1003 });
  expect(await eve.post('paySuccess', { order_id: eves.order_id, receipt })).toMatchObject({ code: 1004 });
  expect(await eve.get('getOrder', { order_id: cheap.order_id })).toMatchObject({ status: 404, code: 1003 });
  expect(await eve.post('paySuccess', { receipt })).toMatchObject({ code: 1003 });

  expect(await dan.post('paySuccess', { order_id: cheap.order_id, receipt })).toMatchObject({ code: 0 });
  expect(await eve.post('paySuccess', { order_id: eves.order_id, receipt })).toMatchObject({ code: 1004 });
  expect(await ledgerOf(dan)).toHaveLength(2);
  expect(await ledgerOf(eve)).toHaveLength(1);
});

test('if several accounts send the same receipt at once, only one account gets the purchase', async () => {
  const racers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => signIn(backend, `Racer ${index}`)),
  );
  const receipt = await sell(racers[0]!.transport, { product_id: 'vip_month' });
  const replies = await Promise.all(racers.map(racer => racer.post('paySuccess', { receipt })));
  expect(replies.map(({ code, status }) => `${status} ${code}`).toSorted()).toEqual([
    '200 0',
    ...Array.from({ length: 7 }, () => '400 1004'),
  ]);
  const users = await Promise.all(racers.map(racer => racer.get('getUserInfo')));
  expect(users.filter(({ data }) => data.vip_level > 0)).toHaveLength(1);
});

test('an order for an unknown product is refused', async () => {
  const fay = await signIn(backend, 'Fay');
  expect(await fay.post('createOrder', { config_id: 7777 })).toMatchObject({ status: 400, code: 1004 });
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
  expect((twice.vip_expire_time - once.vip_expire_time) * 1000).toBe(30 * day);

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

test('an order has the address of its payment page, which returns to the order’s screen', async () => {
  const gil = await signIn(backend, 'Gil');
  const cashierOf = async (configId: number) => {
    const { order_id } = await order(gil, configId);
    const { pay_url } = (await gil.get('getOrder', { order_id })).data;
    return (await backend.app.inject(pay_url!.replace(/^https?:\/\/[^/]+/, ''))).body;
  };
  expect(await cashierOf(vipMonth)).toContain('/tyy/subscription"');
  expect(await cashierOf(threeHundredCoins)).toContain('/tyy/recharge"');
});

test('a paid subscription is restored without its order', async () => {
  const hal = await signIn(backend, 'Hal');
  const { user_id } = (await hal.get('getUserInfo')).data;
  await sandbox('subscribe', { product_id: 'vip_year', user_id });
  expect((await hal.get('getUserInfo')).data.vip_level).toBe(0);

  const restore = async () => (await sandbox<{ receipts: string[] }>('restore', { user_id })).receipts;
  const receipts = await restore();
  expect(receipts).toHaveLength(1);
  for (const receipt of [...receipts, ...receipts])
    expect(await hal.post('paySuccess', { receipt })).toMatchObject({ code: 0 });
  const { vip_expire_time } = (await hal.get('getUserInfo')).data;
  expect(Math.round((vip_expire_time * 1000 - Date.now()) / day)).toBe(365);
  expect(await restore()).toEqual(receipts);

  backend.clock.ahead = 366 * day;
  expect(await restore()).toEqual([]);
  backend.clock.ahead = 0;
});
