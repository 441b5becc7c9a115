import { expect, test } from 'vitest';
import type { DoubleSession } from '../doubles/stripe-double.ts';
import { signIn } from '../support/backend.ts';
import { day, hour, minute, sharedWorld } from './shop-world.ts';
import { StripeWorld } from './stripe-world.ts';

const world = sharedWorld(new StripeWorld());

const askedFor = (isWanted: (request: { method: string; url: URL }) => boolean) =>
  world.shop.http.requests.filter(isWanted).length;

test('an order is paid in yuan in its own Stripe session, which returns to the app with the receipt', async () => {
  const { order_id, pay_url, payment } = await world.order(3);
  const session = world.shop.sessionOf(order_id);
  expect([pay_url, payment]).toEqual([session.url, session.id]);
  expect(session).toMatchObject({ amount_total: 4500, currency: 'cny' });
  expect(session.success_url).toMatch(
    new RegExp(`/tyy/recharge\\?order_id=${order_id}&receipt=\\{CHECKOUT_SESSION_ID\\}$`),
  );
  expect(session.cancel_url).toMatch(/cancelled=1$/);

  expect(await world.handIn(session.id, order_id)).toMatchObject({ code: 1004 });
  world.shop.pay(order_id);
  for (const _ of [1, 2]) expect(await world.handIn(session.id, order_id)).toMatchObject({ code: 0 });
  expect(await world.changes()).toEqual([50, 500]);
});

test('the metrics of a day have each provider’s orders, coins and yuan', async () => {
  const sold = () =>
    Promise.all(
      ['sales', 'coins_sold', 'yuan_sold'].map(name => world.metric(`tyy_day_${name}{provider="stripe"}`)),
    );
  const [sales = 0, coins = 0, yuan = 0] = await sold();
  await world.buy();
  expect(await sold()).toEqual([sales + 1, coins + 100, yuan + 10]);
  world.backend.clock.ahead = 25 * hour;
  expect(await sold()).toEqual([0, 0, 0]);
});

test('a notification that is unsigned, too old or signed with another secret is refused', async () => {
  const { order_id } = await world.order(1);
  const session = { ...world.shop.sessionOf(order_id), payment_status: 'paid' };
  expect(await world.notify(session, { secret: 'whsec_other' })).toBe(400);
  expect(await world.notify(session, { age: 600 })).toBe(400);
  const { payload } = world.shop.notification(session);
  expect(await world.send({ payload, headers: { 'content-type': 'application/json' } })).toBe(400);
  expect(await world.coins()).toBe(50);
});

test.each<[string, Partial<DoubleSession>]>([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'idr' }],
  ['an unknown order', { client_reference_id: 'nothing' }],
  ['no payment yet', { payment_status: 'unpaid' }],
])('a notification with %s is accepted but credits nothing', async (_, changes) => {
  const { order_id } = await world.order(1);
  const session = { ...world.shop.pay(order_id), ...changes };
  Object.assign(world.shop.sessionOf(order_id), { payment_status: 'unpaid' });
  expect(await world.notify(session)).toBe(200);
  expect(await world.coins()).toBe(50);
});

test('a made-up receipt is refused, and it cannot make us request another Stripe address', async () => {
  const { order_id } = await world.order(5);
  for (const receipt of ['cs_test_none', '../accounts', 'sandbox'])
    expect(await world.handIn(receipt, order_id)).toMatchObject({ code: 1004 });
  expect(askedFor(({ url }) => url.pathname.endsWith('/sessions/cs_test_none'))).toBe(1);
  expect(askedFor(({ url }) => /accounts|sandbox/.test(url.pathname))).toBe(0);
});

test('an unreported payment is found and credited once, even if two processes look for it', async () => {
  const { order_id } = await world.order(2);
  await world.reconcile(0);
  world.shop.pay(order_id);
  await Promise.all([world.reconcile(), world.reconcile()]);
  expect(await world.changes()).toEqual([50, 300]);
});

test('an order that Stripe cannot look up is counted and does not delay other orders', async () => {
  const [odd, good, open] = [await world.order(1), await world.order(2), await world.order(3)];
  world.shop.refused.add(world.shop.sessionOf(odd.order_id).id);
  world.shop.pay(good.order_id);
  for (const later of [3 * minute, 10 * minute]) await world.reconcile(later);
  expect(await world.statusOf(good.order_id)).toBe('paid');
  for (const { order_id } of [odd, open]) expect(await world.savedStatus(order_id)).toBe('pending');
  expect(await world.metric('tyy_orders_check_failed')).toBe(1);
  await world.reconcile(60 * hour);
  expect(await world.savedStatus(odd.order_id)).toBe('pending');
});

test('an abandoned order is looked up less and less often, and is cancelled when its checkout expires', async () => {
  const { order_id } = await world.order(1);
  const { id } = world.shop.sessionOf(order_id);
  for (let time = 0; time <= 49 * hour; time += 30 * minute) await world.reconcile(time);
  expect(askedFor(({ url }) => url.pathname.endsWith(id))).toBeLessThan(20);
  expect(await world.savedStatus(order_id)).toBe('cancelled');

  const type = 'checkout.session.async_payment_succeeded';
  await world.notify(world.shop.pay(order_id), { type });
  expect(await world.coins()).toBe(150);
});

test('a payment that the bank still processes is awaited for up to fourteen days', async () => {
  const [paid, other] = [(await world.order(1)).order_id, (await world.order(2)).order_id];
  for (const order_id of [paid, other]) world.shop.pay(order_id, { payment_status: 'unpaid' });
  const after = async (days: number) => {
    await world.reconcile(days * day);
    return world.savedStatus(paid);
  };
  expect([await after(1.5), await after(7), await after(13.5)]).toEqual(['pending', 'pending', 'pending']);

  world.shop.pay(paid);
  expect(await after(13.9)).toBe('paid');
  expect(await world.coins()).toBe(150);
  expect(await after(14.3)).toBe('paid');
  expect(await world.savedStatus(other)).toBe('cancelled');
});

test('an order whose checkout Stripe could not create is cancelled for good, and the user can order again', async () => {
  world.shop.http.troubles.push({ status: 500 }, { status: 500 });
  expect(await world.ann.post('createOrder', { config_id: 1 })).toMatchObject({
    status: 503,
    message: expect.stringContaining('Payment isn’t possible right now'),
  });
  const begun = () => askedFor(({ method }) => method === 'POST');
  const before = begun();
  expect((await world.ann.get('getUnfinishedOrders')).data.list).toEqual([]);
  const { order_id } = await world.backend.services.db.query
    .selectFrom('orders')
    .select('order_id')
    .where('status', '=', 'cancelled')
    .orderBy('create_time', 'desc')
    .executeTakeFirstOrThrow();
  const { data } = await world.ann.get('getOrder', { order_id });
  expect(data).toMatchObject({ status: 'cancelled' });
  expect(data).not.toHaveProperty('pay_url');
  expect(begun()).toBe(before);

  const again = await world.order(1);
  expect(again.pay_url).toBe(world.shop.sessionOf(again.order_id).url);
  const { list } = (await world.ann.get('getUnfinishedOrders')).data;
  expect(list).toMatchObject([{ order_id: again.order_id, pay_url: again.pay_url }]);
});

test('a Stripe order cannot be paid at the sandbox’s cashier', async () => {
  const { order_id } = await world.order(1);
  const request = { method: 'POST', url: '/sandbox/pay', payload: { order_id } } as const;
  expect((await world.backend.app.inject(request)).statusCode).toBe(404);
});

test('a checkout has the product’s title in the buyer’s language and expires with its order', async () => {
  world.ann = await signIn(world.backend, 'Li', 'zh');
  const { order_id } = await world.order(2);
  const session = world.shop.sessionOf(order_id);
  expect(session.name).toBe('Tyy 写真 300 金币');
  const { create_time } = (await world.ann.get('getOrder', { order_id })).data;
  expect(session.expires_at - create_time).toBe(23 * 3600);

  world.backend.clock.ahead = 23 * hour + minute;
  expect((await world.ann.get('getUnfinishedOrders')).data.list).toEqual([]);
  await world.reconcile(23 * hour + minute);
  expect(await world.statusOf(order_id)).toBe('cancelled');
});

test.each<[string, Partial<DoubleSession>, string]>([
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'cancelled'],
  ['that waits for the bank', { payment_status: 'unpaid' }, 'pending'],
])('a checkout %s has no payment page, but a payment is still credited', async (_, changes, status) => {
  const { order_id } = await world.order(1);
  const { url } = world.shop.sessionOf(order_id);
  expect((await world.ann.get('getOrder', { order_id })).data.pay_url).toBe(url);
  world.shop.pay(order_id, changes);
  const { data } = await world.ann.get('getOrder', { order_id });
  expect(data).toMatchObject({ status });
  expect(data).not.toHaveProperty('pay_url');
  await world.notify(world.shop.pay(order_id));
  expect(await world.coins()).toBe(150);
});

test.each(['checkout.session.expired', 'checkout.session.async_payment_failed'])(
  'an order is cancelled when Stripe reports %s',
  async type => {
    const { order_id } = await world.order(1);
    expect(await world.notify(world.shop.sessionOf(order_id), { type })).toBe(200);
    expect(await world.savedStatus(order_id)).toBe('cancelled');
  },
);

const nul = { id: 'cs_1', payment_status: 'paid', client_reference_id: 'a\0b' };

test.each<[string, string]>([
  ['invalid JSON', '{"id":'],
  ['no object', '{"id":"evt_1","type":"checkout.session.completed"}'],
  [
    'a NUL character',
    `{"id":"evt_1","type":"checkout.session.completed","data":{"object":${JSON.stringify(nul)}}}`,
  ],
  [
    'a payment that is a number',
    '{"id":"evt_1","type":"charge.refunded","data":{"object":{"payment_intent":7}}}',
  ],
])('a signed notification with %s is refused', async (_, payload) => {
  expect(await world.send(world.shop.signed(payload))).toBe(400);
});
