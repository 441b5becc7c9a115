import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { dataOf } from '../../support/api.ts';
import { certificateSerial, WechatPayDouble, wechatMerchant } from '../doubles/wechat-pay-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { payerAt } from './payer-at.ts';

let wechat: WechatPayDouble;
let backend: TestBackend;
let ann: TestUser;
let count = 0;

beforeAll(async () => {
  wechat = await WechatPayDouble.open();
  backend = await openWith({});
});

afterAll(async () => {
  await backend.close();
  await wechat.close();
});

beforeEach(async () => {
  backend.clock.ahead = 0;
  ann = await payerAt(backend, `Ann ${++count}`);
});

/** A backend of this merchant; sandbox users, so that the test need not sign in at a provider. */
async function openWith(changes: Record<string, string>): Promise<TestBackend> {
  return openTestBackend({ ...wechat.settings(), SANDBOX: '1', ...changes });
}

const inWechat = (user: TestUser, config_id: number) =>
  dataOf(user.post('createOrder', { config_id, channel: 'wechat' }));

async function send({ payload, headers }: ReturnType<WechatPayDouble['notification']>): Promise<number> {
  const response = await backend.app.inject({ method: 'POST', url: '/notify/wechat-pay', payload, headers });
  expect(response.json().code).toBe(response.statusCode === 200 ? 'SUCCESS' : 'FAIL');
  return response.statusCode;
}

const changes = async (user: TestUser) => (await ledgerOf(user)).map(({ change }) => change);

test('an order is paid inside WeChat with what the merchant signed, and credited for its own number, once', async () => {
  const { order_id, payment, ...rest } = await inWechat(ann, 3);
  expect(rest).toEqual({});
  expect(wechat.trades.get(order_id)).toMatchObject({
    appid: wechatMerchant.WECHAT_APP_ID,
    description: '500 gold coins',
    notify_url: 'https://app.example.com/notify/wechat-pay',
    amount: { total: 4500, currency: 'CNY' },
  });
  expect(await ann.post('paySuccess', { order_id, receipt: order_id })).toMatchObject({ code: 1004 });
  const trade = wechat.pay(order_id, payment);
  const report = wechat.notification('TRANSACTION.SUCCESS', trade);
  await Promise.all([
    ...Array.from({ length: 8 }, () => send(report)),
    ...Array.from({ length: 8 }, () => ann.post('paySuccess', { order_id, receipt: order_id })),
  ]);
  expect(await send(report)).toBe(200);
  expect(await changes(ann)).toEqual([50, 500]);
});

test('a payment that nobody reported is found by the app’s question and by the forgotten-orders task', async () => {
  const [first, second] = [await inWechat(ann, 1), await inWechat(ann, 1)];
  wechat.pay(first.order_id, first.payment);
  expect((await ann.get('getOrder', { order_id: first.order_id })).data.status).toBe('paid');
  wechat.pay(second.order_id, second.payment);
  backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(backend.services);
  expect(await changes(ann)).toEqual([50, 100, 100]);
});

test.each([
  ['another merchant’s key', () => ({ key: wechat.merchantKeys.privateKey })],
  ['an unknown serial number', () => ({ serial: 'PUB_KEY_ID_0' })],
  ['ten minutes ago', () => ({ age: 600 })],
  ['ten minutes ahead', () => ({ age: -600 })],
])('a notification signed with %s is refused', async (_, forged) => {
  const { order_id, payment } = await inWechat(ann, 1);
  const trade = { ...wechat.pay(order_id, payment) };
  Object.assign(wechat.trades.get(order_id)!, { trade_state: 'NOTPAY' });
  expect(await send(wechat.notification('TRANSACTION.SUCCESS', trade, forged()))).toBe(401);
  expect(await coinsOf(ann)).toBe(50);
});

test('what is changed under its signature, encrypted otherwise, or malformed is refused', async () => {
  const { order_id, payment } = await inWechat(ann, 1);
  const trade = wechat.pay(order_id, payment);
  const true_ = wechat.notification('TRANSACTION.SUCCESS', trade);
  expect(await send({ ...true_, payload: true_.payload.replace('TRANSACTION', 'transaction') })).toBe(401);
  const otherKey = { apiV3Key: 'x'.repeat(32) };
  expect(await send(wechat.notification('TRANSACTION.SUCCESS', trade, otherKey))).toBe(400);
  expect(await send(wechat.notification('TRANSACTION.SUCCESS', { odd: true }))).toBe(400);
  expect(await coinsOf(ann)).toBe(50);
});

test('another amount, app or merchant credits nothing; money of ours is parked', async () => {
  for (const [wrong, isParked] of [
    [{ amount: { total: 1, currency: 'CNY' } }, true],
    [{ appid: 'wx-other' }, false],
    [{ mchid: '1' }, false],
    [{ out_trade_no: '0'.repeat(24) }, true],
  ] as const) {
    const { order_id, payment } = await inWechat(ann, 1);
    const trade = { ...wechat.pay(order_id, payment), ...wrong };
    Object.assign(wechat.trades.get(order_id)!, { trade_state: 'NOTPAY' });
    expect(await send(wechat.notification('TRANSACTION.SUCCESS', trade))).toBe(200);
    const parked = backend.services.db.query.selectFrom('parked_payments').select('receipt');
    const found = await parked.where('receipt', '=', trade.out_trade_no).executeTakeFirst();
    expect(found !== undefined).toBe(isParked);
  }
  expect(await coinsOf(ann)).toBe(50);
});

test('refunds take back their share, in whatever order and however often they are reported, also before the credit', async () => {
  const { order_id, payment } = await inWechat(ann, 1);
  const { mchid } = wechat.pay(order_id, payment);
  const refund = (refund_id: string, amount: number, refund_status = 'SUCCESS') =>
    wechat.notification(`REFUND.${refund_status}`, {
      mchid,
      out_trade_no: order_id,
      refund_id: `${order_id}-${refund_id}`,
      refund_status,
      amount: { refund: amount },
    });
  const [first, second] = [refund('a', 300), refund('b', 700)];
  expect(new Set(await Promise.all([first, second, first, second].map(send)))).toEqual(new Set([200]));
  expect(await send(refund('c', 500, 'ABNORMAL'))).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
  expect((await ann.get('getOrder', { order_id })).data.status).toBe('paid');
});

test('a true receipt pays no other order, and nobody else’s', async () => {
  const [small, large] = [await inWechat(ann, 1), await inWechat(ann, 5)];
  wechat.pay(small.order_id, small.payment);
  expect(await ann.post('paySuccess', { order_id: large.order_id, receipt: small.order_id })).toMatchObject({
    code: 1004,
  });
  const eve = await payerAt(backend, `Eve ${count}`);
  const hers = await inWechat(eve, 1);
  expect((await eve.post('paySuccess', { order_id: hers.order_id, receipt: small.order_id })).code).not.toBe(
    0,
  );
  expect((await eve.post('paySuccess', { receipt: small.order_id })).code).not.toBe(0);
  expect(await coinsOf(eve)).toBe(50);
});

test('who has not signed in in WeChat cannot pay there, and no order is left', async () => {
  const bob = await signIn(backend, 'Bob');
  expect(await bob.post('createOrder', { config_id: 1, channel: 'wechat' })).toMatchObject({ code: 1003 });
  expect((await bob.get('getUnfinishedOrders')).data.list).toEqual([]);
});

test('a response that WeChat Pay did not sign is not believed, and its trouble is for the moment', async () => {
  const { order_id } = await inWechat(ann, 1);
  const trade = { ...wechat.trades.get(order_id)!, trade_state: 'SUCCESS' };
  wechat.http.troubles.push({ status: 200, body: trade });
  expect(await ann.post('paySuccess', { order_id, receipt: order_id })).toMatchObject({ status: 503 });
  wechat.http.troubles.push({ status: 500, body: 'later' });
  expect(await ann.post('paySuccess', { order_id, receipt: order_id })).toMatchObject({ status: 503 });
  expect(await coinsOf(ann)).toBe(50);
});

test('with the public key, what a certificate signs counts too; what nobody known signed is warned of and counted', async () => {
  const unverified = async () => {
    const name = 'tyy_shop_notifications_unverified_total';
    const text = await backend.services.metrics.registry.getSingleMetricAsString(name);
    return Number(text.match(/channel="wechat-pay"} (\d+)/)?.[1] ?? 0);
  };
  const before = await unverified();
  const { order_id, payment } = await inWechat(ann, 1);
  const trade = wechat.pay(order_id, payment);
  const refund = {
    mchid: trade.mchid,
    out_trade_no: order_id,
    refund_id: `${order_id}-a`,
    refund_status: 'SUCCESS',
    amount: { refund: 1000 },
  };
  const serial = certificateSerial;
  expect(await send(wechat.notification('TRANSACTION.SUCCESS', trade, { serial }))).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
  expect(await send(wechat.notification('REFUND.SUCCESS', refund, { serial: 'PUB_KEY_ID_0' }))).toBe(401);
  const probe = wechat.notification('REFUND.SUCCESS', refund);
  probe.headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${probe.headers['wechatpay-signature']}`;
  expect(await send(probe)).toBe(401);
  expect(await unverified()).toBe(before + 1);
  expect(await send(wechat.notification('REFUND.SUCCESS', refund, { serial }))).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
});

test('a merchant without the public key has the certificates fetched, once', async () => {
  const older = await openWith({ WECHAT_PAY_PUBLIC_KEY_ID: '', WECHAT_PAY_PUBLIC_KEY: '' });
  try {
    const cat = await payerAt(older, 'Cat');
    wechat.http.requests.length = 0;
    for (const _ of [1, 2]) {
      const { order_id, payment } = await inWechat(cat, 1);
      wechat.pay(order_id, payment);
      expect(await cat.post('paySuccess', { order_id, receipt: order_id })).toMatchObject({ code: 0 });
    }
    expect(await changes(cat)).toEqual([50, 100, 100]);
    const fetched = wechat.http.requests.filter(({ url }) => url.pathname === '/v3/certificates');
    expect(fetched).toHaveLength(1);
  } finally {
    await older.close();
  }
});
