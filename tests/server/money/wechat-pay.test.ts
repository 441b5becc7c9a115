import { expect, test } from 'vitest';
import { creditByHand } from '../../../server/desk/verbs/parked-verbs.ts';
import { rechargeConfigs } from '../../../server/money/recharge-configs.ts';
import { dataOf } from '../../support/api/api.ts';
import { openHttpDouble } from '../doubles/http-double.ts';
import type { ShopReport } from '../doubles/shop-double.ts';
import {
  certificateSerial,
  type DoubleRefund,
  type DoubleTrade,
  WechatPayDouble,
  wechatMerchant,
} from '../doubles/wechat-pay-double.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { day, minute, ShopWorld, sharedWorld } from './shop-world.ts';

class WechatPayWorld extends ShopWorld<WechatPayDouble> {
  constructor() {
    super(() => WechatPayDouble.open());
  }

  /** Begins each test on another day, because bills are read once a day. */
  override async begin(): Promise<void> {
    const today = this.shop.ahead + day;
    await super.begin();
    this.goTo(today);
    this.shop.tellsRefunds = true;
    this.shop.refunds.clear();
    this.shop.oddLines.clear();
    this.shop.oddBills.clear();
  }

  /** Sets the clocks of the backend and the shop. */
  goTo(ahead: number): void {
    this.backend.clock.ahead = ahead;
    this.shop.ahead = ahead;
  }

  override async catchUp(days = 0): Promise<void> {
    this.goTo(this.shop.ahead + days * day);
    await super.catchUp();
  }

  /** Orders and pays 100 coins for 10 yuan; the backend is not notified. */
  async pay(user = this.ann): Promise<DoubleTrade> {
    const { order_id, payment } = await this.order(1, user);
    return this.shop.pay(order_id, payment);
  }

  /** Buys 100 coins; `amount` changes WeChat Pay's data of the payment. Returns the order's number. */
  async buy(amount: Partial<DoubleTrade['amount']> = {}): Promise<string> {
    const trade = await this.pay();
    Object.assign(trade.amount, amount);
    expect(await this.notify(trade)).toBe(200);
    return trade.out_trade_no;
  }

  /** Sends the notification of a payment. A test can forge its parts. */
  notify(content: object, forged = {}): Promise<number> {
    return this.send(this.shop.notification('TRANSACTION.SUCCESS', content, forged));
  }

  async report({ day: _, ...refund }: DoubleRefund): Promise<void> {
    expect(await this.send(this.shop.notification(`REFUND.${refund.refund_status}`, refund))).toBe(200);
  }

  override async send(report: ShopReport): Promise<number> {
    const request = { method: 'POST', url: this.shop.notifyPath, ...report } as const;
    const { statusCode, json } = await this.backend.app.inject(request);
    expect(json().code).toBe(statusCode === 200 ? 'SUCCESS' : 'FAIL');
    return statusCode;
  }

  override passedBy(list = 'refunds'): Promise<number> {
    return super.passedBy(list);
  }
}

const world = sharedWorld(new WechatPayWorld());

test('an order has the merchant’s data, and its number is the receipt after the payment', async () => {
  const { order_id, payment, ...rest } = await world.order(3);
  expect(rest).toEqual({});
  expect(world.shop.trades.get(order_id)).toMatchObject({
    appid: wechatMerchant.WECHAT_APP_ID,
    description: 'Tyy: 500 gold coins',
    notify_url: 'https://app.example.com/notify/wechat-pay',
    amount: { total: 4500, currency: 'CNY' },
  });
  expect(await world.handIn(order_id, order_id)).toMatchObject({ code: 1004 });
  world.shop.pay(order_id, payment);
  expect(await world.handIn(order_id, order_id)).toMatchObject({ code: 0 });
  expect(await world.changes()).toEqual([50, 500]);
});

test('an unreported payment is found when the app requests the order and by the forgotten-order task', async () => {
  expect(await world.statusOf((await world.pay()).out_trade_no)).toBe('paid');
  await world.pay();
  await world.reconcile(world.shop.ahead + 3 * minute);
  expect(await world.changes()).toEqual([50, 100, 100]);
});

/** A payment that WeChat Pay reports only by notification. */
async function unconfirmed(): Promise<DoubleTrade> {
  const trade = await world.pay();
  world.shop.trades.set(trade.out_trade_no, { ...trade, trade_state: 'NOTPAY' });
  return trade;
}

test.each([
  ['another merchant’s key', () => ({ key: world.shop.merchantKeys.privateKey })],
  ['an unknown serial number', () => ({ serial: 'PUB_KEY_ID_0' })],
  ['a time ten minutes ago', () => ({ age: 600 })],
  ['a time ten minutes ahead', () => ({ age: -600 })],
])('a notification signed with %s is refused', async (_, forged) => {
  expect(await world.notify(await unconfirmed(), forged())).toBe(401);
  expect(await world.coins()).toBe(50);
});

test('a notification that was changed, encrypted with another key or malformed is refused', async () => {
  const trade = await world.pay();
  const real = world.shop.notification('TRANSACTION.SUCCESS', trade);
  const payload = real.payload.replace('TRANSACTION', 'transaction');
  expect(await world.send({ ...real, payload })).toBe(401);
  expect(await world.notify(trade, { apiV3Key: 'x'.repeat(32) })).toBe(400);
  expect(await world.notify({ odd: true })).toBe(400);
  expect(await world.coins()).toBe(50);
});

test.each<[string, object, isParked: boolean]>([
  ['a wrong amount', { amount: { total: 1, currency: 'CNY' } }, true],
  ['another app', { appid: 'wx-other' }, false],
  ['another merchant', { mchid: '1' }, false],
  ['an unknown order', { out_trade_no: '0'.repeat(24) }, true],
])('a payment with %s credits nothing, and is parked if we received it', async (_, wrong, isParked) => {
  const trade = { ...(await unconfirmed()), ...wrong };
  expect(await world.notify(trade)).toBe(200);
  expect((await world.parked(trade.out_trade_no)) !== undefined).toBe(isParked);
  expect(await world.coins()).toBe(50);
});

test('a user who never signed in inside WeChat cannot pay there, and no order is saved', async () => {
  const bob = await signIn(world.backend, 'Bob');
  expect(await bob.post('createOrder', { config_id: 1, channel: 'wechat' })).toMatchObject({ code: 1003 });
  expect((await bob.get('getUnfinishedOrders')).data.list).toEqual([]);
});

test('a failed response or a response without WeChat Pay’s signature credits nothing', async () => {
  const { order_id } = await world.order(1);
  const body = { ...world.shop.trades.get(order_id)!, trade_state: 'SUCCESS' };
  for (const trouble of [{ body }, { status: 500, body: 'later' }]) {
    world.shop.http.troubles.push(trouble);
    expect(await world.handIn(order_id, order_id)).toMatchObject({ status: 503 });
  }
  expect(await world.coins()).toBe(50);
});

test('notifications signed by certificate or public key are accepted; unknown signers are counted', async () => {
  const unverified = () => world.metric('tyy_shop_notifications_unverified_total{channel="wechat-pay"}');
  const before = await unverified();
  const trade = await world.pay();
  const serial = certificateSerial;
  expect(await world.notify(trade, { serial })).toBe(200);
  expect(await world.coins()).toBe(150);
  const { day: _, ...refund } = world.shop.refund(trade.out_trade_no, 1000);
  const refundBy = (signer: string) => world.shop.notification('REFUND.SUCCESS', refund, { serial: signer });
  expect(await world.send(refundBy('PUB_KEY_ID_0'))).toBe(401);
  const probe = refundBy(serial);
  probe.headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${probe.headers['wechatpay-signature']}`;
  expect(await world.send(probe)).toBe(401);
  expect(await unverified()).toBe(before + 1);
  expect(await world.send(refundBy(serial))).toBe(200);
  expect(await world.coins()).toBe(50);
});

test('a merchant without WeChat Pay’s public key can use its certificates instead', async () => {
  const settings = { ...world.shop.settings(), WECHAT_PAY_PUBLIC_KEY_ID: '', WECHAT_PAY_PUBLIC_KEY: '' };
  const newer = world.backend;
  world.backend = await openTestBackend({ ...settings, SANDBOX: '1' });
  try {
    world.goTo(world.shop.ahead);
    world.ann = await world.newUser('Cat');
    const { out_trade_no } = await world.pay();
    expect(await world.handIn(out_trade_no, out_trade_no)).toMatchObject({ code: 0 });
    expect(await world.changes()).toEqual([50, 100]);
  } finally {
    await world.backend.close();
    world.backend = newer;
  }
});

test.each([{ currency: 'USD' }, { currency: 'CNY', payer_currency: 'HKD' }])(
  'a payment in another currency is parked, not credited: %j',
  async amount => {
    const order_id = await world.buy(amount);
    expect(await world.changes()).toEqual([50]);
    const problem = expect.stringContaining('currency');
    expect(await world.parked(order_id)).toMatchObject({ amount: 1000, problem });
    expect(await world.handIn(order_id, order_id)).toMatchObject({ code: 1004 });
  },
);

test('refunds take back their share of the coins once, in any order and even before the credit', async () => {
  const { out_trade_no: order_id } = await world.pay();
  world.shop.tellsRefunds = false;
  const [first, second] = [world.shop.refund(order_id, 300), world.shop.refund(order_id, 700)];
  await Promise.all([first, second, first, second].map(refund => world.report(refund)));
  await world.report(world.shop.refund(order_id, 500, { refund_status: 'ABNORMAL' }));
  expect(await world.coins()).toBe(50);
  expect(await world.statusOf(order_id)).toBe('paid');
});

test('a refund in another currency is parked under its own number until it fails', async () => {
  const refund = world.shop.refund(await world.buy(), 500, { currency: 'USD' });
  for (const _ of [1, 2]) await world.report(refund);
  expect(await world.coins()).toBe(150);
  const money = { amount: 500, currency: 'usd' };
  expect(await world.parked(refund.refund_id)).toMatchObject({ ...money, returned: false });
  refund.refund_status = 'CLOSED';
  await world.report(refund);
  expect(await world.parked(refund.refund_id)).toMatchObject({ returned: true });
});

test.each([
  ['may query', true],
  ['may not query', false],
])(
  'if a successful refund later fails, its coins are returned once; the merchant %s refunds',
  async (_, tells) => {
    world.shop.tellsRefunds = tells;
    const order_id = await world.buy();
    const [kept, failed] = [world.shop.refund(order_id, 300), world.shop.refund(order_id, 700)];
    for (const refund of [kept, failed]) await world.report(refund);
    expect(await world.coins()).toBe(50);
    const before = { ...failed };
    failed.refund_status = 'ABNORMAL';
    await Promise.all([world.report(failed), world.report(failed)]);
    await world.report(failed);
    // A repeated old notification changes nothing, because WeChat Pay's current data count.
    if (tells) await world.report(before);
    expect(await world.coins()).toBe(120);
    failed.refund_status = 'SUCCESS';
    await world.report(failed);
    expect(await world.coins()).toBe(50);
  },
);

test('a parked payment waits until refunds return all of it, and waits again if a refund fails', async () => {
  const order_id = await world.buy({ total: 900 });
  const [first, second] = [world.shop.refund(order_id, 400), world.shop.refund(order_id, 500)];
  for (const _ of [1, 2, 3]) await world.report(first);
  expect(await world.parked(order_id)).toMatchObject({ returned: false });
  await world.report(second);
  expect(await world.parked(order_id)).toMatchObject({ returned: true });
  second.refund_status = 'CLOSED';
  await world.report(second);
  expect(await world.parked(order_id)).toMatchObject({ returned: false });
  expect(await world.changes()).toEqual([50]);
});

test('a parked payment for an order that was paid in another way is closed by its refund', async () => {
  const trade = await world.pay();
  const { out_trade_no: order_id } = trade;
  await world.backend.services.db.query
    .updateTable('orders')
    .set({ status: 'paid', receipt: `by hand ${order_id}`, paid_time: new Date() })
    .where('order_id', '=', order_id)
    .execute();
  expect(await world.notify(trade)).toBe(200);
  expect(await world.parked(order_id)).toMatchObject({ amount: 1000, returned: false });
  await world.report(world.shop.refund(order_id, 1000));
  expect(await world.parked(order_id)).toMatchObject({ returned: true });
});

test('a refund takes back coins that the operator credited manually', async () => {
  const receipt = await world.buy({ total: 900 });
  const { query } = world.backend.services.db;
  const { user_id: userId } = await dataOf(world.ann.get('getUserInfo'));
  const paid = { receipt, provider: 'wechat-pay', amount: 900, time: new Date() };
  const credit = { userId, config: rechargeConfigs[0]!, ...paid };
  await query.transaction().execute(tx => creditByHand(tx, credit));
  const parked = query.updateTable('parked_payments').set({ credited: true });
  await parked.where('receipt', '=', receipt).execute();
  expect(await world.coins()).toBe(150);
  const refund = world.shop.refund(receipt, 900);
  for (const _ of [1, 2]) await world.report(refund);
  expect(await world.changes()).toEqual([50, 100, -100]);
});

test('a deleted account’s open orders are closed at WeChat Pay', async () => {
  const { order_id } = await world.order(1);
  await world.ann.post('deleteAccount');
  await expect.poll(() => world.shop.trades.get(order_id)?.trade_state).toBe('CLOSED');
});

test.each([
  ['may query', true],
  ['may not query', false],
])('unreported refunds are read once from the bill; the merchant %s refunds', async (_, tells) => {
  world.shop.tellsRefunds = tells;
  const before = await world.passedBy();
  const order_id = await world.buy();
  world.shop.refund(order_id, 300);
  const reported = world.shop.refund(order_id, 200);
  world.shop.refund('another-shop-of-ours', 100);
  await world.report(reported);
  expect(await world.coins()).toBe(130);
  for (const days of [0, 0, 1]) await world.catchUp(days);
  // A notification after the bill changes nothing.
  await world.report(reported);
  expect(await world.changes()).toEqual([50, 100, -20, -30]);
  expect(await world.passedBy()).toBe(before);
});

test('the bills are fetched once a day, and again if WeChat Pay was unavailable', async () => {
  world.shop.refund(await world.buy(), 1000);
  const fetched = () =>
    world.shop.http.requests.filter(({ url }) => url.pathname === '/v3/bill/tradebill').length;
  const before = fetched();
  await world.shop.http.stop();
  await world.catchUp();
  await world.shop.http.start();
  expect(await world.coins()).toBe(150);
  await world.catchUp();
  expect(await world.coins()).toBe(50);
  await world.catchUp();
  expect(fetched()).toBe(before + 7);
});

test('a pending refund in a bill counts once it succeeds, even if the backend was down for six days', async () => {
  const refund = world.shop.refund(await world.buy(), 1000, { refund_status: 'PROCESSING' });
  await world.catchUp();
  expect(await world.coins()).toBe(150);
  refund.refund_status = 'SUCCESS';
  await world.catchUp(6);
  expect(await world.coins()).toBe(50);
});

test('an older bill does not undo a refund failure that was reported later', async () => {
  world.shop.tellsRefunds = false;
  const refund = world.shop.refund(await world.buy(), 1000);
  await world.catchUp();
  expect(await world.coins()).toBe(50);
  await world.report({ ...refund, refund_status: 'ABNORMAL' });
  await world.catchUp(1);
  expect(await world.coins()).toBe(150);
});

test('malformed lines of a bill are skipped and counted', async () => {
  const before = await world.passedBy();
  const refund = world.shop.refund(await world.buy(), 1000);
  const good = world.shop.lineOf({ ...refund, refund_id: 'odd-1' });
  const odd = [good.replaceAll('10.00', '1e3'), '`cut,`short', good.slice(0, 60)];
  world.shop.oddLines.set(refund.day, odd);
  await world.catchUp();
  expect(await world.coins()).toBe(50);
  expect(await world.passedBy()).toBe(before + 3);
});

test.each<[string, object]>([
  ['lacks columns', { text: 'a,b\r\n`1,`2\r\n' }],
  ['has another hash', { hash: '0'.repeat(40) }],
  ['is refused', { code: 'INVALID_REQUEST' }],
])('a bill that %s does not hide the bill of another day', async (_, odd) => {
  const before = await world.passedBy();
  world.shop.refund(await world.buy(), 1000);
  world.shop.oddBills.set(world.shop.billDay(-day), odd);
  await world.catchUp();
  expect(await world.coins()).toBe(50);
  expect(await world.passedBy()).toBe(before + 1);
});

test('a bill is downloaded only from WeChat Pay itself, and only up to 20 MB', async () => {
  const before = await world.passedBy();
  const refund = world.shop.refund(await world.buy(), 1000);
  const elsewhere = await openHttpDouble(() => ({ body: 'x' }));
  world.shop.oddBills.set(refund.day, { origin: elsewhere.origin });
  await world.catchUp();
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
  expect(await world.coins()).toBe(50);
  world.shop.oddBills.set(refund.day, { text: 'x'.repeat(21_000_000) });
  await world.catchUp(1);
  expect(await world.passedBy()).toBe(before + 1);
});
