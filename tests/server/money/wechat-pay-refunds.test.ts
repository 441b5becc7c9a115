import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { creditByHand } from '../../../server/desk/verbs/parked-verbs.ts';
import { rechargeConfigs } from '../../../server/money/recharge-configs.ts';
import { dataOf } from '../../support/api.ts';
import { openHttpDouble } from '../doubles/http-double.ts';
import { type DoubleRefund, WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { passedBy } from '../support/passed-by.ts';
import { payerAt } from './payer-at.ts';

let wechat: WechatPayDouble;
let backend: TestBackend;
let ann: TestUser;
let count = 0;

const day = 24 * 60 * 60_000;

beforeAll(async () => {
  wechat = await WechatPayDouble.open();
  const settings = { ...wechat.settings(), SANDBOX: '1', LOG_LEVEL: 'warn' };
  backend = await openTestBackend(settings);
});

afterAll(async () => {
  await backend.close();
  await wechat.close();
});

beforeEach(async () => {
  wechat.tellsRefunds = true;
  wechat.refunds.clear();
  wechat.oddLines.clear();
  // Another day, so that the bills are read again.
  backend.clock.ahead += day;
  wechat.ahead = backend.clock.ahead;
  ann = await payerAt(backend, `Ann ${++count}`);
});

async function send(type: string, content: object): Promise<number> {
  const report = wechat.notification(type, content);
  const response = await backend.app.inject({ method: 'POST', url: '/notify/wechat-pay', ...report });
  return response.statusCode;
}

/** Buys 100 coins for 10 yuan; `amount` changes WeChat Pay's data of the payment. */
async function buy(amount = {}): Promise<string> {
  const { order_id, payment } = await dataOf(ann.post('createOrder', { config_id: 1, channel: 'wechat' }));
  const trade = wechat.pay(order_id, payment);
  Object.assign(trade.amount, amount);
  expect(await send('TRANSACTION.SUCCESS', trade)).toBe(200);
  return order_id;
}

/** Sends WeChat Pay's report of a refund, with its current or changed data. */
function report({ day, ...refund }: DoubleRefund, changes: Partial<DoubleRefund> = {}): Promise<number> {
  const content = { ...refund, ...changes };
  return send(`REFUND.${content.refund_status}`, content);
}

const parked = (receipt: string) =>
  backend.services.db.query
    .selectFrom('parked_payments')
    .selectAll()
    .where('receipt', '=', receipt)
    .executeTakeFirst();

const changes = async () => (await ledgerOf(ann)).map(({ change }) => change);

test.each([{ currency: 'USD' }, { currency: 'CNY', payer_currency: 'HKD' }])(
  'a payment in another currency is parked, not credited: %j',
  async amount => {
    const order_id = await buy(amount);
    expect(await changes()).toEqual([50]);
    expect(await parked(order_id)).toMatchObject({
      amount: 1000,
      problem: expect.stringContaining('currency'),
    });
    expect(await ann.post('paySuccess', { order_id, receipt: order_id })).toMatchObject({ code: 1004 });
  },
);

test('a refund in another currency is parked under its own number until it fails', async () => {
  const refund = wechat.refund(await buy(), 500, { currency: 'USD' });
  for (const _ of [1, 2]) expect(await report(refund)).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
  expect(await parked(refund.refund_id)).toMatchObject({ amount: 500, currency: 'usd', returned: false });
  refund.refund_status = 'CLOSED';
  expect(await report(refund)).toBe(200);
  expect(await parked(refund.refund_id)).toMatchObject({ returned: true });
});

test.each([true, false])(
  'a refund that fails after its success gives the coins back, once (%s)',
  async tells => {
    wechat.tellsRefunds = tells;
    const order_id = await buy();
    const [kept, failed] = [wechat.refund(order_id, 300), wechat.refund(order_id, 700)];
    await report(kept);
    await report(failed);
    expect(await coinsOf(ann)).toBe(50);
    const before = { ...failed };
    failed.refund_status = 'ABNORMAL';
    await Promise.all([report(failed), report(failed)]);
    expect(await report(failed)).toBe(200);
    // The first report is repeated: WeChat Pay's current data count.
    if (tells) await report(before);
    expect(await coinsOf(ann)).toBe(120);
    failed.refund_status = 'SUCCESS';
    await report(failed);
    expect(await coinsOf(ann)).toBe(50);
  },
);

test('a refund that failed without a success takes and gives nothing', async () => {
  const refund = wechat.refund(await buy(), 1000, { refund_status: 'ABNORMAL' });
  expect(await report(refund)).toBe(200);
  expect(await changes()).toEqual([50, 100]);
});

test('a parked payment waits until refunds have returned all of it, and again if one fails', async () => {
  const order_id = await buy({ total: 900 });
  const [first, second] = [wechat.refund(order_id, 400), wechat.refund(order_id, 500)];
  for (const _ of [1, 2, 3]) expect(await report(first)).toBe(200);
  expect(await parked(order_id)).toMatchObject({ returned: false });
  await report(second);
  expect(await parked(order_id)).toMatchObject({ returned: true });
  second.refund_status = 'CLOSED';
  await report(second);
  expect(await parked(order_id)).toMatchObject({ returned: false });
  expect(await changes()).toEqual([50]);
});

test('a parked payment of an order that was paid otherwise is closed by its refund', async () => {
  const { order_id, payment } = await dataOf(ann.post('createOrder', { config_id: 1, channel: 'wechat' }));
  await backend.services.db.query
    .updateTable('orders')
    .set({ status: 'paid', receipt: `by hand ${order_id}`, paid_time: new Date() })
    .where('order_id', '=', order_id)
    .execute();
  expect(await send('TRANSACTION.SUCCESS', wechat.pay(order_id, payment))).toBe(200);
  expect(await parked(order_id)).toMatchObject({ amount: 1000, returned: false });
  expect(await report(wechat.refund(order_id, 1000))).toBe(200);
  expect(await parked(order_id)).toMatchObject({ returned: true });
});

test('a parked payment that the operator credited by hand is taken back by its refund', async () => {
  const order_id = await buy({ total: 900 });
  const { db } = backend.services;
  const { user_id: userId } = await dataOf(ann.get('getUserInfo'));
  const config = rechargeConfigs[0]!;
  const credit = { userId, config, receipt: order_id, provider: 'wechat-pay', amount: 900, time: new Date() };
  await db.query.transaction().execute(tx => creditByHand(tx, credit));
  await db.query
    .updateTable('parked_payments')
    .set({ credited: true })
    .where('receipt', '=', order_id)
    .execute();
  expect(await coinsOf(ann)).toBe(150);
  const refund = wechat.refund(order_id, 900);
  for (const _ of [1, 2]) expect(await report(refund)).toBe(200);
  expect(await changes()).toEqual([50, 100, -100]);
});

test('the open orders of a deleted account are closed, and a payment that slipped through is parked', async () => {
  const { order_id, payment } = await dataOf(ann.post('createOrder', { config_id: 1, channel: 'wechat' }));
  await ann.post('deleteAccount');
  await expect.poll(() => wechat.trades.get(order_id)?.trade_state).toBe('CLOSED');
  expect(await send('TRANSACTION.SUCCESS', wechat.pay(order_id, payment))).toBe(200);
  expect(await parked(order_id)).toMatchObject({ provider: 'wechat-pay', amount: 1000 });
});

/** Reads the bills, `days` later. */
async function catchUp(days = 0): Promise<void> {
  backend.clock.ahead += days * day;
  wechat.ahead = backend.clock.ahead;
  for (const provider of backend.services.payments) await provider.catchUp?.(backend.services);
}

const passedByNow = () => passedBy(backend, 'wechat-pay', 'refunds');

test.each([true, false])('refunds that nobody reported are read from the bill, once (%s)', async tells => {
  wechat.tellsRefunds = tells;
  const before = await passedByNow();
  const order_id = await buy();
  wechat.refund(order_id, 300);
  const reported = wechat.refund(order_id, 200);
  wechat.refund('another-shop-of-ours', 100);
  await report(reported);
  expect(await coinsOf(ann)).toBe(130);
  await catchUp();
  expect(await coinsOf(ann)).toBe(100);
  await catchUp();
  await catchUp(1);
  // The notification is repeated after the bill, and changes nothing.
  await report(reported);
  expect(await changes()).toEqual([50, 100, -20, -30]);
  expect(await passedByNow()).toBe(before);
});

test('the bills are asked for once a day, and again an hour later if WeChat Pay was away', async () => {
  const order_id = await buy();
  wechat.refund(order_id, 1000);
  const asked = () => wechat.http.requests.filter(({ url }) => url.pathname === '/v3/bill/tradebill').length;
  const before = asked();
  await wechat.http.stop();
  await catchUp();
  await wechat.http.start();
  expect(await coinsOf(ann)).toBe(150);
  await catchUp();
  expect(await coinsOf(ann)).toBe(50);
  await catchUp();
  expect(asked()).toBe(before + 7);
});

test('a backend that was down for six days still reads the refund of its first day', async () => {
  wechat.refund(await buy(), 1000);
  await catchUp(6);
  expect(await coinsOf(ann)).toBe(50);
});

test('a refund that is still on its way on its bill counts once it succeeds', async () => {
  const refund = wechat.refund(await buy(), 1000, { refund_status: 'PROCESSING' });
  await catchUp();
  expect(await coinsOf(ann)).toBe(150);
  refund.refund_status = 'SUCCESS';
  await catchUp(1);
  expect(await coinsOf(ann)).toBe(50);
});

test('an older bill does not undo a failure that was reported since', async () => {
  wechat.tellsRefunds = false;
  const refund = wechat.refund(await buy(), 1000);
  await catchUp();
  expect(await coinsOf(ann)).toBe(50);
  await report(refund, { refund_status: 'ABNORMAL' });
  await catchUp(1);
  expect(await coinsOf(ann)).toBe(150);
});

test('an odd line of a bill is counted and passed by', async () => {
  const before = await passedByNow();
  const refund = wechat.refund(await buy(), 1000);
  const good = wechat.lineOf({ ...refund, refund_id: 'odd-1' });
  wechat.oddLines.set(refund.day, [good.replaceAll('10.00', '1e3'), '`cut,`short', good.slice(0, 60)]);
  await catchUp();
  expect(await coinsOf(ann)).toBe(50);
  expect(await passedByNow()).toBe(before + 3);
});

test.each<[string, object]>([
  ['lacks its columns', { text: 'a,b\r\n`1,`2\r\n' }],
  ['has another hash', { hash: '0'.repeat(40) }],
  ['is refused', { code: 'INVALID_REQUEST' }],
])('a bill that %s hides that of no other day', async (_, odd) => {
  const before = await passedByNow();
  wechat.refund(await buy(), 1000);
  wechat.oddBills.set(wechat.billDay(-day), odd);
  await catchUp();
  wechat.oddBills.clear();
  expect(await coinsOf(ann)).toBe(50);
  expect(await passedByNow()).toBe(before + 1);
});

test('a bill is only downloaded from WeChat Pay itself, and in bounds', async () => {
  const before = await passedByNow();
  const refund = wechat.refund(await buy(), 1000);
  const elsewhere = await openHttpDouble(() => ({ body: 'x' }));
  wechat.oddBills.set(refund.day, { origin: elsewhere.origin });
  await catchUp();
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
  expect(await coinsOf(ann)).toBe(50);
  wechat.oddBills.set(refund.day, { text: 'x'.repeat(21_000_000) });
  await catchUp(1);
  wechat.oddBills.clear();
  expect(await passedByNow()).toBe(before + 1);
});
