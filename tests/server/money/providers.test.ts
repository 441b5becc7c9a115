import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { dataOf, order } from '../../support/api.ts';
import { openStripeDouble, type StripeDouble, stripeAccount } from '../doubles/stripe-double.ts';
import { VoucherPayments } from '../doubles/voucher-payments.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';

const coins = 'coins_100';
const vouchers = new VoucherPayments();
let stripe: StripeDouble;
let backend: TestBackend;

beforeAll(async () => {
  stripe = await openStripeDouble();
  const settings = { ...stripeAccount, STRIPE_API: stripe.origin, SANDBOX: '1' };
  backend = await openTestBackend(settings, { payments: [vouchers] });
});

afterAll(async () => {
  await backend.close();
  await stripe.close();
});

const inStore = (user: TestUser) =>
  dataOf(user.post('createOrder', { config_id: 1, channel: 'google-play' }));

const notify = (receipt: string) =>
  backend.app.inject({ method: 'POST', url: '/notify/vouchers', payload: { receipt } });

function payAtStripe(orderId: string): string {
  const session = stripe.sessionOf(orderId);
  Object.assign(session, { status: 'complete', payment_status: 'paid' });
  return session.id;
}

test('an order goes to the provider that sells through its channel, without one to the first, and names it', async () => {
  const ann = await signIn(backend, 'Ann');
  const usual = await order(ann, 1);
  const page = await dataOf(ann.post('createOrder', { config_id: 1, channel: 'page' }));
  const store = await inStore(ann);
  expect(store.payment).toBe(`voucher:${store.order_id}`);
  const saved = backend.services.db.query.selectFrom('orders').select('provider');
  const found = [usual, page, store].map(({ order_id }) =>
    saved.where('order_id', '=', order_id).executeTakeFirstOrThrow(),
  );
  const names = (await Promise.all(found)).map(({ provider }) => provider);
  expect(names).toEqual(['stripe', 'stripe', 'vouchers']);
});

test('what nobody sells through a channel is refused, and no order is left', async () => {
  const bob = await signIn(backend, 'Bob');
  for (const wrong of [
    { config_id: 101, channel: 'google-play' },
    { config_id: 1, channel: 'wechat' },
    { config_id: 1, channel: 'barter' as 'page' },
  ] as const) {
    expect((await bob.post('createOrder', wrong)).status).toBeGreaterThanOrEqual(400);
  }
  expect((await bob.get('getUnfinishedOrders')).data.list).toEqual([]);
});

test('an added provider may report a payment itself, or be asked by the app or the forgotten-orders task; each payment is credited once', async () => {
  const cat = await signIn(backend, 'Cat');
  const [first, second, third] = [await inStore(cat), await inStore(cat), await inStore(cat)];
  const receipt = vouchers.pay(first.order_id, coins);
  await Promise.all([notify(receipt), notify(receipt), cat.post('paySuccess', { ...first, receipt })]);
  vouchers.pay(second.order_id, coins);
  expect((await cat.get('getOrder', { order_id: second.order_id })).data.status).toBe('paid');
  vouchers.pay(third.order_id, coins);
  backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(backend.services);
  backend.clock.ahead = 0;
  expect((await ledgerOf(cat)).map(({ change }) => change)).toEqual([50, 100, 100, 100]);
});

test('each provider is asked about its own orders alone', async () => {
  const dan = await signIn(backend, 'Dan');
  const page = await order(dan, 1);
  const store = await inStore(dan);
  expect((await dan.get('getUnfinishedOrders')).data.list).toHaveLength(2);
  backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(backend.services);
  backend.clock.ahead = 0;
  expect(vouchers.looked).toContain(store.order_id);
  expect(vouchers.looked).not.toContain(page.order_id);
});

test('a true receipt of one provider pays no order of another, neither handed in nor reported', async () => {
  const eve = await signIn(backend, 'Eve');
  const page = await order(eve, 1);
  const store = await inStore(eve);
  const voucher = vouchers.pay(page.order_id, coins);
  const loose = vouchers.pay(null, coins);
  for (const receipt of [voucher, loose]) {
    expect(await eve.post('paySuccess', { order_id: page.order_id, receipt })).toMatchObject({ code: 1004 });
    expect((await eve.post('paySuccess', { receipt })).code).not.toBe(0);
  }
  expect((await notify(voucher)).statusCode).toBe(400);
  const session = payAtStripe(page.order_id);
  expect(await eve.post('paySuccess', { order_id: store.order_id, receipt: session })).toMatchObject({
    code: 1004,
  });
  expect(await coinsOf(eve)).toBe(50);
  expect((await eve.get('getOrder', { order_id: page.order_id })).data.status).toBe('paid');
  expect((await ledgerOf(eve)).map(({ change }) => change)).toEqual([50, 100]);
});

test('every provider is notified when an account is deleted', async () => {
  const flo = await signIn(backend, 'Flo');
  const { user_id } = (await flo.get('getUserInfo')).data;
  const { order_id } = await order(flo, 1);
  await flo.post('deleteAccount');
  expect(vouchers.removed).toContain(user_id);
  await expect.poll(() => stripe.sessionOf(order_id).status).toBe('expired');
});
