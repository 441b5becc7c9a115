import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { type DoubleReturn, type DoubleSession, StripeDouble } from '../doubles/stripe-double.ts';
import { signIn } from '../support/backend.ts';
import { createJob, ledgerOf } from '../support/jobs.ts';
import { day, hour, minute, ShopWorld, sharedWorld } from './shop-world.ts';

class StripeWorld extends ShopWorld<StripeDouble> {
  constructor() {
    super(() => StripeDouble.open());
  }

  /** Orders and pays 100 coins or another product. Stripe notifies the backend unless `isReported` is false. */
  async buy({ config_id = 1, user = this.ann, isReported = true } = {}): Promise<DoubleSession> {
    const session = this.shop.pay((await this.order(config_id, user)).order_id);
    if (isReported) await this.notify(session);
    return session;
  }

  /** Sends a notification of a new event about an object; returns the status of the response. */
  notify(...about: Parameters<StripeDouble['notification']>): Promise<number> {
    return this.send(this.shop.notification(...about));
  }

  /** Adds a refund of a payment to Stripe's list and notifies the backend. */
  async refund(
    { payment_intent }: DoubleSession,
    changes: Partial<DoubleReturn> = {},
    type = 'charge.refunded',
  ) {
    const made = { payment_intent: payment_intent!, amount: 1000, status: 'succeeded', ...changes };
    this.shop.refunds.push(made);
    await this.notify(made, { type });
    return made;
  }
}

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
  const plan = await world.order(101);
  expect(world.shop.sessionOf(plan.order_id).success_url).toContain('/tyy/subscription?');

  expect(await world.handIn(session.id, order_id)).toMatchObject({ code: 1004 });
  world.shop.pay(order_id);
  for (const _ of [1, 2]) expect(await world.handIn(session.id, order_id)).toMatchObject({ code: 0 });
  expect(await world.changes()).toEqual([50, 500]);
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

test('a made-up receipt is refused and cannot make us request another Stripe address', async () => {
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

test('an abandoned order is checked ever less often, and is cancelled when its checkout expires', async () => {
  const { order_id } = await world.order(1);
  const { id } = world.shop.sessionOf(order_id);
  for (let time = 0; time <= 49 * hour; time += 30 * minute) await world.reconcile(time);
  expect(askedFor(({ url }) => url.pathname.endsWith(id))).toBeLessThan(20);
  expect(await world.savedStatus(order_id)).toBe('cancelled');

  const type = 'checkout.session.async_payment_succeeded';
  await world.notify(world.shop.pay(order_id), { type });
  expect(await world.coins()).toBe(150);
});

test('a payment that a bank is still processing is awaited for up to fourteen days', async () => {
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

test('an order is cancelled if Stripe cannot create its checkout, and the user can order again', async () => {
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

test('a Stripe order cannot be paid in the sandbox’s cashier', async () => {
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

const parkedCount = () => world.metric('tyy_payments_parked');

test('a refund takes back its share of the coins, at most the balance, and records the missing coins', async () => {
  const session = await world.buy();
  await world.refund(session, { amount: 250 });
  await world.refund(session, { amount: 900, status: 'failed' });
  const last = await world.refund(session, { amount: 900, status: 'canceled' });
  expect(await world.coins()).toBe(125);
  await Promise.all([1, 2, 3].map(() => world.notify(last, { type: 'charge.refunded' })));

  for (const _ of [1, 2, 3, 4]) await createJob(world.ann);
  expect(await world.coins()).toBe(45);
  await world.refund(session, { amount: 750 });
  const rows = (await ledgerOf(world.ann)).filter(({ reason }) => reason.includes('refunded'));
  expect(rows.map(({ change }) => change)).toEqual([-25, -45]);
  expect(await world.metric('tyy_coins_missing')).toBe(30);
});

test('a dispute takes back the coins until it is won, but a bank’s inquiry does not', async () => {
  const session = await world.buy({ isReported: false });
  // The dispute's message comes before the payment's. It must credit the payment, and the later message must not.
  const dispute = { payment_intent: session.payment_intent!, amount: 1000, status: 'warning_needs_response' };
  world.shop.disputes.push(dispute);
  const report = (event: string) => world.notify(dispute, { type: `charge.dispute.${event}` });
  await report('created');
  expect(await world.coins()).toBe(150);
  dispute.status = 'needs_response';
  await report('created');
  await world.notify(session);
  expect(await world.coins()).toBe(50);
  dispute.status = 'won';
  await report('closed');
  await report('created');
  expect(await world.changes()).toEqual([50, 100, -100, 100]);
});

test.each(['charge.refunded', 'charge.refund.updated'])(
  'a refunded subscription ends when Stripe reports %s',
  async type => {
    const session = await world.buy({ config_id: 101 });
    expect(await world.vipDays()).toBe(30);
    await world.refund(session, { amount: 2500 }, type);
    expect(await world.vipDays()).toBe(0);
  },
);

test('a deleted account’s unpaid checkout is closed, and a late payment is parked until its refund', async () => {
  const { order_id } = await world.order(1);
  expect(await world.ann.post('deleteAccount')).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(world.shop.sessionOf(order_id).status).toBe('expired'), 10_000);

  const bob = await world.newUser('Bob');
  const late = await world.buy({ user: bob, isReported: false });
  await bob.post('deleteAccount');
  const before = await parkedCount();
  for (const event of ['completed', 'async_payment_succeeded'])
    expect(await world.notify(late, { type: `checkout.session.${event}` })).toBe(200);
  expect(await parkedCount()).toBe(before + 1);
  await world.refund(late, { status: 'pending' });
  expect(await parkedCount()).toBe(before);
});

test('a second payment for the same order is parked', async () => {
  const session = await world.buy();
  const before = await parkedCount();
  const again = { ...session, id: 'cs_test_again' };
  const { logged } = world.backend;
  logged.length = 0;
  for (const _ of ['first', 'repeated']) expect(await world.notify(again)).toBe(200);
  expect(await parkedCount()).toBe(before + 1);
  expect(logged.filter(line => line.includes('is parked'))).toHaveLength(1);
  expect(await world.coins()).toBe(150);
});

test('while the ledger is broken, a payment is not parked, and a repeated notification credits it', async () => {
  const session = await world.buy({ isReported: false });
  const before = await parkedCount();
  const { query } = world.backend.services.db;
  await sql`ALTER TABLE coin_statements RENAME TO broken`.execute(query);
  const status = await world.notify(session);
  await sql`ALTER TABLE broken RENAME TO coin_statements`.execute(query);
  expect(status).toBe(500);
  expect(await parkedCount()).toBe(before);
  expect(await world.notify(session)).toBe(200);
  expect(await world.coins()).toBe(150);
});

test('a refund takes back coins that the operator credited manually', async () => {
  const bob = await world.newUser('Bob');
  const session = await world.buy({ user: bob, isReported: false });
  await bob.post('deleteAccount');
  await world.notify(session);
  const { services } = world.backend;
  const { user_id: user } = (await world.ann.get('getUserInfo')).data;
  const values = { receipt: session.id, user, product: 'coins_100' };
  const by = { doneBy: 'Mia', reason: 'a new account' };
  const request = { verb: 'parked credit', values, page: 1, limit: 1, ...by };
  expect(await runVerb(services, request, true)).toHaveProperty('report');
  // Repeated reports from Stripe and the app must not credit the payment again.
  await world.notify(session);
  await world.handIn(session.id, session.client_reference_id);
  expect(await world.coins()).toBe(150);
  await world.refund(session);

  expect(await world.changes()).toEqual([50, 100, -100]);
  const takings = services.db.query.selectFrom('takings').selectAll().orderBy('id', 'desc');
  expect(await takings.limit(2).execute()).toMatchObject([
    { provider: 'stripe', amount: -1000, coins: -100 },
    { provider: 'stripe', amount: 1000, coins: 100 },
  ]);
});

const refund = { id: 're_late', currency: 'cny' };

test.each<[reports: string[]]>([
  [['charge.refunded', 'refund.failed']],
  [['charge.refunded', 'refund.updated', 'refund.updated']],
  [['refund.created', 'charge.refund.updated', 'charge.refunded', 'refund.failed']],
])('the coins of a refund that later fails are returned once: %s', async ([first, ...later]) => {
  const made = await world.refund(await world.buy(), { ...refund, status: 'pending' }, first!);
  expect(await world.coins()).toBe(50);
  made.status = later.includes('refund.updated') ? 'canceled' : 'failed';
  // A repeated notification with old data must change nothing.
  const old = { ...made, status: 'pending' };
  await Promise.all([first!, ...later].map(type => world.notify(old, { type })));
  expect(await world.changes()).toEqual([50, 100, -100, 100]);
});

test('a parked payment waits for the operator again if its refund fails', async () => {
  const session = await world.buy({ isReported: false });
  await world.ann.post('deleteAccount');
  const before = await parkedCount();
  await world.notify(session);
  const made = await world.refund(session, { ...refund, status: 'pending' });
  expect(await parkedCount()).toBe(before);
  made.status = 'failed';
  await world.notify(made, { type: 'refund.failed' });
  expect(await parkedCount()).toBe(before + 1);
});

test('a refund in another currency takes no coins and is parked until it is undone', async () => {
  const { payment_intent, client_reference_id: order_id } = await world.buy();
  const before = await parkedCount();
  const money = { amount: 140, currency: 'usd' };
  const dispute = { id: 'dp_1', payment_intent: payment_intent!, ...money, status: 'needs_response' };
  world.shop.disputes.push(dispute);
  for (const _ of [1, 2]) await world.notify(dispute, { type: 'charge.dispute.created' });
  expect(await world.coins()).toBe(150);
  expect(await parkedCount()).toBe(before + 1);
  expect(await world.parked('dp_1')).toMatchObject({ order_id, ...money });
  dispute.status = 'won';
  await world.notify(dispute, { type: 'charge.dispute.closed' });
  expect(await parkedCount()).toBe(before);
});
