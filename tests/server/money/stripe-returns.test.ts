import { expect, test, vi } from 'vitest';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { createJob, ledgerOf } from '../support/jobs.ts';
import { sharedWorld } from './shop-world.ts';
import { StripeWorld } from './stripe-world.ts';

const world = sharedWorld(new StripeWorld());
const parkedCount = () => world.metric('tyy_payments_parked');

test('a refund takes back its share of the coins, down to a balance of 0, and records coins that were already spent', async () => {
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

test('a dispute takes coins back until it is won, but a bank’s inquiry does not', async () => {
  const session = await world.buy({ isReported: false });
  // The dispute is reported before the payment. The payment is credited first, and only once.
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

test('an unpaid checkout of a deleted account is closed; a payment made meanwhile is parked until its refund', async () => {
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

test('a second payment of the same order is parked', async () => {
  const session = await world.buy();
  const before = await parkedCount();
  expect(await world.notify({ ...session, id: 'cs_test_again' })).toBe(200);
  expect(await parkedCount()).toBe(before + 1);
  expect(await world.coins()).toBe(150);
});

test('a refund takes back coins that the operator credited by hand', async () => {
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
  // Stripe and the app report the payment again.
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
  // The first notification is repeated with its old data.
  const old = { ...made, status: 'pending' };
  await Promise.all([first!, ...later].map(type => world.notify(old, { type })));
  expect(await world.changes()).toEqual([50, 100, -100, 100]);
});

test('the same notification may be repeated each time the refund fails or succeeds', async () => {
  const made = await world.refund(await world.buy(), refund, 'refund.updated');
  const report = world.shop.notification(made, { type: 'refund.updated' });
  for (const [status, left] of [
    ['succeeded', 50],
    ['failed', 150],
    ['succeeded', 50],
    ['failed', 150],
  ] as const) {
    made.status = status;
    expect(await world.send(report)).toBe(200);
    expect(await world.coins()).toBe(left);
  }
});

test('a parked payment whose refund fails waits for the operator again', async () => {
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

test('a refund in another currency is parked until it is undone, and takes no coins', async () => {
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
