import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import {
  type DoubleSession,
  openStripeDouble,
  type StripeDouble,
  stripeAccount,
} from '../doubles/stripe-double.ts';
import { openTestBackend, type Person, signIn, type TestBackend } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { order } from '../support/receipts.ts';

const minute = 60_000;
const hour = 60 * minute;

let stripe: StripeDouble;
let backend: TestBackend;
let ann: Person;
let people = 0;

beforeAll(async () => {
  stripe = await openStripeDouble();
  // Sandbox people, so that the test need not play Facebook too; the money is Stripe's.
  backend = await openTestBackend({ ...stripeAccount, STRIPE_API: stripe.origin, SANDBOX: '1' });
});

beforeEach(async () => {
  backend.clock.ahead = 0;
  people += 1;
  ann = await signIn(backend, `Ann ${people}`);
});

afterAll(async () => {
  await backend.close();
  await stripe.close();
});

function pay(orderId: string, changes: Partial<DoubleSession> = {}): DoubleSession {
  const session = stripe.sessionOf(orderId);
  return Object.assign(session, { status: 'complete', payment_status: 'paid' }, changes);
}

/** Sends a notification as Stripe does, signed by Stripe's rule. */
function notify(session: DoubleSession, wrong: { secret?: string; age?: number; type?: string } = {}) {
  const { secret = stripeAccount.STRIPE_WEBHOOK_SECRET, age = 0 } = wrong;
  const type = wrong.type ?? 'checkout.session.completed';
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } }, null, 2);
  const time = Math.floor(Date.now() / 1000) - age;
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return backend.app.inject({
    method: 'POST',
    url: '/notify/stripe',
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
  });
}

async function statusOf(orderId: string): Promise<string> {
  return (await ann.get('getOrder', { order_id: orderId })).data.status;
}

test('an order is paid at Stripe: yuan, its own session, and the way back with the receipt', async () => {
  const { order_id, pay_url, payment } = await order(ann, 3);
  const session = stripe.sessionOf(order_id);
  expect(pay_url).toBe(session.url);
  expect(payment).toBe(session.id);
  expect(session).toMatchObject({ amount_total: 4500, currency: 'cny' });
  expect(session.success_url).toMatch(
    new RegExp(`/tyy/recharge\\?order_id=${order_id}&receipt=\\{CHECKOUT_SESSION_ID\\}$`),
  );
  expect(session.cancel_url).toMatch(/cancelled=1$/);

  const unpaid = await ann.post('paySuccess', { order_id, receipt: session.id });
  expect(unpaid).toMatchObject({ code: 1004 });
  pay(order_id);
  expect(await ann.post('paySuccess', { order_id, receipt: session.id })).toMatchObject({ code: 0 });
  expect(await ann.post('paySuccess', { order_id, receipt: session.id })).toMatchObject({ code: 0 });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 500]);
});

test('a notification credits once, however often and from wherever the news comes', async () => {
  const { order_id } = await order(ann, 1);
  const session = pay(order_id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => notify(session)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  await ann.post('paySuccess', { order_id, receipt: session.id });
  await notify(session, { type: 'checkout.session.async_payment_succeeded' });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100]);
  expect(await statusOf(order_id)).toBe('paid');
});

test('a notification with a wrong secret, too old, changed or unsigned is refused and credits nothing', async () => {
  const session = { ...stripe.sessionOf((await order(ann, 1)).order_id), payment_status: 'paid' as const };
  expect((await notify(session, { secret: 'whsec_other' })).statusCode).toBe(400);
  expect((await notify(session, { age: 600 })).statusCode).toBe(400);
  const unsigned = await backend.app.inject({ method: 'POST', url: '/notify/stripe', payload: { a: 1 } });
  expect(unsigned.statusCode).toBe(400);
  expect(await coinsOf(ann)).toBe(50);
});

test.each<[string, Partial<DoubleSession>]>([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'idr' }],
  ['an order that is gone', { client_reference_id: 'nothing' }],
  ['no payment yet', { payment_status: 'unpaid' }],
])('a notification of %s is taken and credits nothing', async (_, changes) => {
  const { order_id } = await order(ann, 1);
  const session = { ...pay(order_id), ...changes };
  Object.assign(stripe.sessionOf(order_id), { payment_status: 'unpaid' });
  expect((await notify(session)).statusCode).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
});

test('a receipt of another order or person, or a made-up one, is refused', async () => {
  const small = await order(ann, 1);
  const large = await order(ann, 5);
  const { id: receipt } = pay(small.order_id);
  expect(await ann.post('paySuccess', { order_id: large.order_id, receipt })).toMatchObject({ code: 1004 });
  const eve = await signIn(backend, 'Eve');
  const hers = await order(eve, 1);
  expect(await eve.post('paySuccess', { order_id: hers.order_id, receipt })).toMatchObject({ code: 1004 });
  for (const wrong of ['cs_test_none', '../accounts', 'sandbox']) {
    const answer = await ann.post('paySuccess', { order_id: large.order_id, receipt: wrong });
    expect(answer).toMatchObject({ code: 1004 });
  }
  expect(await coinsOf(ann)).toBe(50);
});

test('an order whose notification never came is credited by the reconciliation', async () => {
  const { order_id } = await order(ann, 2);
  await reconcileOrders(backend.services);
  pay(order_id);
  backend.clock.ahead = 3 * minute;
  await Promise.all([reconcileOrders(backend.services), reconcileOrders(backend.services)]);
  backend.clock.ahead = 0;
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 300]);
});

test('an order of which Stripe cannot tell does not hold back the others, and is counted', async () => {
  const odd = await order(ann, 1);
  const good = await order(ann, 2);
  const { id } = stripe.sessionOf(odd.order_id);
  stripe.refused.add(id);
  const savedStatus = async () => {
    const { query } = backend.services.db;
    const orders = query.selectFrom('orders').select('status').where('order_id', '=', odd.order_id);
    return (await orders.executeTakeFirstOrThrow()).status;
  };
  pay(good.order_id);
  for (const ahead of [3 * minute, 10 * minute]) {
    backend.clock.ahead = ahead;
    await reconcileOrders(backend.services);
  }
  expect(await statusOf(good.order_id)).toBe('paid');
  expect(await savedStatus()).toBe('pending');
  const { registry } = backend.services.metrics;
  expect(await registry.metrics()).toContain('tyy_orders_check_failed 1');
  backend.clock.ahead = 60 * hour;
  await reconcileOrders(backend.services);
  expect(await savedStatus()).toBe('pending');
  backend.clock.ahead = 0;
});

test('an abandoned order is asked about ever more rarely, and is over after two days', async () => {
  const { order_id } = await order(ann, 1);
  const { id } = stripe.sessionOf(order_id);
  const asked = () => stripe.requests.filter(({ url }) => url.pathname.endsWith(id)).length;
  for (let time = 0; time <= 49 * hour; time += 30 * minute) {
    backend.clock.ahead = time;
    await reconcileOrders(backend.services);
  }
  expect(asked()).toBeLessThan(20);
  backend.clock.ahead = 55 * hour;
  await reconcileOrders(backend.services);
  backend.clock.ahead = 0;
  expect(await statusOf(order_id)).toBe('cancelled');

  await notify(pay(order_id), { type: 'checkout.session.async_payment_succeeded' });
  expect(await coinsOf(ann)).toBe(150);
});

test('trouble at Stripe is told, and the order can be paid when it is over', async () => {
  stripe.troubles.push({ status: 500 }, { status: 500 }, { status: 500 });
  expect(await ann.post('createOrder', { config_id: 1 })).toMatchObject({ status: 500, code: 1000 });
  const { data } = await ann.get('getUnfinishedOrders');
  expect(data.list).toHaveLength(1);
  expect(data.list[0]!.pay_url).toBe(stripe.sessionOf(data.list[0]!.order_id).url);
});

test('one who deletes the account leaves no trace of an order; the notification is taken all the same', async () => {
  const { order_id } = await order(ann, 1);
  expect(await ann.post('deleteAccount')).toMatchObject({ code: 0 });
  expect((await notify(pay(order_id))).statusCode).toBe(200);
});
