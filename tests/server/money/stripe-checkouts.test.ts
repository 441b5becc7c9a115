import { expect } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { order } from '../../support/api.ts';
import type { DoubleSession } from '../doubles/stripe-double.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf } from '../support/jobs.ts';
import { type StripeWorld, test } from './stripe-world.ts';

const minute = 60_000;
const hour = 60 * minute;

/** An order's status in the database: the API would ask Stripe. */
async function savedStatus({ backend }: StripeWorld, orderId: string): Promise<string> {
  const orders = backend.services.db.query.selectFrom('orders').select('status');
  return (await orders.where('order_id', '=', orderId).executeTakeFirstOrThrow()).status;
}

test('an order of which Stripe cannot tell does not hold back the others, and is counted', async ({
  world,
  ann,
}) => {
  const odd = await order(ann, 1);
  const good = await order(ann, 2);
  const open = await order(ann, 3);
  const { id } = world.stripe.sessionOf(odd.order_id);
  world.stripe.refused.add(id);
  world.pay(good.order_id);
  for (const ahead of [3 * minute, 10 * minute]) {
    world.backend.clock.ahead = ahead;
    await reconcileOrders(world.backend.services);
  }
  expect(await world.statusOf(ann, good.order_id)).toBe('paid');
  for (const { order_id } of [odd, open]) expect(await savedStatus(world, order_id)).toBe('pending');
  const { registry } = world.backend.services.metrics;
  expect(await registry.metrics()).toContain('tyy_orders_check_failed 1');
  world.backend.clock.ahead = 60 * hour;
  await reconcileOrders(world.backend.services);
  expect(await savedStatus(world, odd.order_id)).toBe('pending');
  world.backend.clock.ahead = 0;
});

test('an abandoned order is asked about ever more rarely, and is over when its checkout is', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const { id } = world.stripe.sessionOf(order_id);
  const asked = () => world.stripe.requests.filter(({ url }) => url.pathname.endsWith(id)).length;
  for (let time = 0; time <= 49 * hour; time += 30 * minute) {
    world.backend.clock.ahead = time;
    await reconcileOrders(world.backend.services);
  }
  expect(asked()).toBeLessThan(20);
  world.backend.clock.ahead = 0;
  expect(await world.statusOf(ann, order_id)).toBe('cancelled');

  await world.notify(world.pay(order_id), { type: 'checkout.session.async_payment_succeeded' });
  expect(await coinsOf(ann)).toBe(150);
});

test('a payment that the bank still works on is waited for until its fourteenth day, and credited when it comes', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const other = await order(ann, 2);
  for (const one of [order_id, other.order_id]) world.pay(one, { payment_status: 'unpaid' });
  const after = async (days: number) => {
    world.backend.clock.ahead = days * 24 * hour;
    await reconcileOrders(world.backend.services);
    return savedStatus(world, order_id);
  };
  expect([await after(1.5), await after(7), await after(13.5)]).toEqual(['pending', 'pending', 'pending']);

  world.pay(order_id);
  expect(await after(13.9)).toBe('paid');
  expect(await coinsOf(ann)).toBe(150);
  expect(await after(14.3)).toBe('paid');
  expect(await savedStatus(world, other.order_id)).toBe('cancelled');
  world.backend.clock.ahead = 0;
});

test('looking at an order begins no payment: after trouble at Stripe it is over, and another is made', async ({
  world,
  ann,
}) => {
  world.stripe.troubles.push({ status: 500 }, { status: 500 });
  expect(await ann.post('createOrder', { config_id: 1 })).toMatchObject({
    status: 503,
    message: expect.stringContaining('Payment is not possible right now'),
  });
  const opened = () => world.stripe.requests.filter(({ method }) => method === 'POST').length;
  const before = opened();
  expect((await ann.get('getUnfinishedOrders')).data.list).toEqual([]);
  const { order_id } = await world.backend.services.db.query
    .selectFrom('orders')
    .select('order_id')
    .where('status', '=', 'cancelled')
    .orderBy('create_time', 'desc')
    .executeTakeFirstOrThrow();
  const { data } = await ann.get('getOrder', { order_id });
  expect(data).toMatchObject({ status: 'cancelled' });
  expect(data).not.toHaveProperty('pay_url');
  expect(opened()).toBe(before);

  const again = await order(ann, 1);
  expect(again.pay_url).toBe(world.stripe.sessionOf(again.order_id).url);
  const { list } = (await ann.get('getUnfinishedOrders')).data;
  expect(list).toMatchObject([{ order_id: again.order_id, pay_url: again.pay_url }]);
});

test('what Stripe sells cannot be paid at the cashier of the sandbox', async ({ world, ann }) => {
  const { order_id } = await order(ann, 1);
  const { statusCode } = await world.backend.app.inject({
    method: 'POST',
    url: '/sandbox/pay',
    payload: { order_id },
  });
  expect(statusCode).toBe(404);
});

test('a checkout shows the product in the language of its buyer, and ends with its order', async ({
  world,
}) => {
  const li = await signIn(world.backend, 'Li', 'zh');
  const { order_id } = await order(li, 2);
  const session = world.stripe.sessionOf(order_id);
  expect(session.name).toBe('300 金币');
  const { create_time } = (await li.get('getOrder', { order_id })).data;
  expect(session.expires_at - create_time).toBe(23 * 3600);

  world.backend.clock.ahead = 23 * hour + minute;
  expect((await li.get('getUnfinishedOrders')).data.list).toEqual([]);
  await reconcileOrders(world.backend.services);
  world.backend.clock.ahead = 0;
  expect((await li.get('getOrder', { order_id })).data).toMatchObject({ status: 'cancelled' });
});

test.for<[string, Partial<DoubleSession>, string]>([
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'cancelled'],
  ['ended while the bank still works on the payment', { payment_status: 'unpaid' }, 'pending'],
])('the address of a checkout that %s is not given', async ([, changes, status], { world, ann }) => {
  const { order_id } = await order(ann, 1);
  expect((await ann.get('getOrder', { order_id })).data.pay_url).toBe(world.stripe.sessionOf(order_id).url);
  world.pay(order_id, changes);
  const { data } = await ann.get('getOrder', { order_id });
  expect(data).toMatchObject({ status });
  expect(data).not.toHaveProperty('pay_url');
  await world.notify(world.pay(order_id));
  expect(await coinsOf(ann)).toBe(150);
});

test.for(['checkout.session.expired', 'checkout.session.async_payment_failed'])(
  'an order is cancelled when Stripe reports %s',
  async (type, { world, ann }) => {
    const { order_id } = await order(ann, 1);
    expect((await world.notify(world.stripe.sessionOf(order_id), { type })).statusCode).toBe(200);
    const { query } = world.backend.services.db;
    const found = await query
      .selectFrom('orders')
      .select('status')
      .where('order_id', '=', order_id)
      .execute();
    expect(found).toEqual([{ status: 'cancelled' }]);
  },
);

test.for<[string, string]>([
  ['no JSON', '{"id":'],
  ['nothing inside', '{"id":"evt_1","type":"checkout.session.completed"}'],
  [
    'a NUL character',
    '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_1","payment_status":"paid","client_reference_id":"a\\u0000b"}}}',
  ],
  [
    'a payment of another shape',
    '{"id":"evt_1","type":"charge.refunded","data":{"object":{"payment_intent":7}}}',
  ],
])('a signed notification of %s is refused', async ([, payload], { world }) => {
  expect((await world.send(payload)).statusCode).toBe(400);
});
