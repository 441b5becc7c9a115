import { expect } from 'vitest';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { order } from '../../support/api.ts';
import type { DoubleSession } from '../doubles/stripe-double.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { test } from './stripe-world.ts';

const minute = 60_000;

test('an order is paid at Stripe: yuan, its own session, and the way back with the receipt', async ({
  world,
  ann,
}) => {
  const { order_id, pay_url, payment } = await order(ann, 3);
  const session = world.stripe.sessionOf(order_id);
  const begun = world.stripe.requests.find(({ body }) => String(body).includes(order_id))!;
  expect(new URLSearchParams(String(begun.body)).get('mode')).toBe('payment');
  expect(pay_url).toBe(session.url);
  expect(payment).toBe(session.id);
  expect(session).toMatchObject({ amount_total: 4500, currency: 'cny' });
  expect(session.success_url).toMatch(
    new RegExp(`/tyy/recharge\\?order_id=${order_id}&receipt=\\{CHECKOUT_SESSION_ID\\}$`),
  );
  expect(session.cancel_url).toMatch(/cancelled=1$/);

  const unpaid = await ann.post('paySuccess', { order_id, receipt: session.id });
  expect(unpaid).toMatchObject({ code: 1004 });
  world.pay(order_id);
  expect(await ann.post('paySuccess', { order_id, receipt: session.id })).toMatchObject({ code: 0 });
  expect(await ann.post('paySuccess', { order_id, receipt: session.id })).toMatchObject({ code: 0 });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 500]);
});

test('a notification credits once, however often and from wherever the news comes', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  const responses = await Promise.all(Array.from({ length: 20 }, () => world.notify(session)));
  expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
  await ann.post('paySuccess', { order_id, receipt: session.id });
  await world.notify(session, { type: 'checkout.session.async_payment_succeeded' });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100]);
  expect(await world.statusOf(ann, order_id)).toBe('paid');
});

test('what a provider sold in the last 24 hours is measured in orders, coins and yuan', async ({
  world,
  ann,
}) => {
  const sold = async () => {
    const text = await world.backend.services.metrics.registry.metrics();
    const of = (name: string) =>
      text.match(new RegExp(`^tyy_day_${name}\\{provider="stripe"\\} (.+)$`, 'm'))?.[1];
    return ['sales', 'coins_sold', 'yuan_sold'].map(name => Number(of(name)));
  };
  const [sales = 0, coins = 0, yuan = 0] = await sold();
  const { order_id } = await order(ann, 1);
  await world.notify(world.pay(order_id));
  expect(await sold()).toEqual([sales + 1, coins + 100, yuan + 10]);
  world.backend.clock.ahead = 25 * 60 * minute;
  expect(await sold()).toEqual([0, 0, 0]);
});

test('a notification with a wrong secret, too old, changed or unsigned is refused and credits nothing', async ({
  world,
  ann,
}) => {
  const session = {
    ...world.stripe.sessionOf((await order(ann, 1)).order_id),
    payment_status: 'paid' as const,
  };
  expect((await world.notify(session, { secret: 'whsec_other' })).statusCode).toBe(400);
  expect((await world.notify(session, { age: 600 })).statusCode).toBe(400);
  const unsigned = await world.backend.app.inject({
    method: 'POST',
    url: '/notify/stripe',
    payload: { a: 1 },
  });
  expect(unsigned.statusCode).toBe(400);
  expect(await coinsOf(ann)).toBe(50);
});

test.for<[string, Partial<DoubleSession>]>([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'idr' }],
  ['an order that is gone', { client_reference_id: 'nothing' }],
  ['no payment yet', { payment_status: 'unpaid' }],
])('a notification of %s is taken and credits nothing', async ([, changes], { world, ann }) => {
  const { order_id } = await order(ann, 1);
  const session = { ...world.pay(order_id), ...changes };
  Object.assign(world.stripe.sessionOf(order_id), { payment_status: 'unpaid' });
  expect((await world.notify(session)).statusCode).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
});

test('a receipt of another order or user, or a made-up one, is refused', async ({ world, ann }) => {
  const small = await order(ann, 1);
  const large = await order(ann, 5);
  const { id: receipt } = world.pay(small.order_id);
  expect(await ann.post('paySuccess', { order_id: large.order_id, receipt })).toMatchObject({ code: 1004 });
  const eve = await signIn(world.backend, 'Eve');
  const hers = await order(eve, 1);
  expect(await eve.post('paySuccess', { order_id: hers.order_id, receipt })).toMatchObject({ code: 1004 });
  for (const wrong of ['cs_test_none', '../accounts', 'sandbox']) {
    const response = await ann.post('paySuccess', { order_id: large.order_id, receipt: wrong });
    expect(response).toMatchObject({ code: 1004 });
  }
  const asked = world.stripe.requests.map(({ url }) => url.pathname);
  expect(asked).toContain('/v1/checkout/sessions/cs_test_none');
  expect(asked.join()).not.toMatch(/accounts|sandbox/);
  expect(await coinsOf(ann)).toBe(50);
});

test('an order whose notification never came is credited by the reconciliation', async ({ world, ann }) => {
  const { order_id } = await order(ann, 2);
  await reconcileOrders(world.backend.services);
  world.pay(order_id);
  world.backend.clock.ahead = 3 * minute;
  await Promise.all([reconcileOrders(world.backend.services), reconcileOrders(world.backend.services)]);
  world.backend.clock.ahead = 0;
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 300]);
});
