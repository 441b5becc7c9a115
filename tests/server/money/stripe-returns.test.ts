import { expect, vi } from 'vitest';
import { runVerb } from '../../../server/desk/run-verb.ts';
import { order } from '../../support/api.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, createJob, ledgerOf } from '../support/jobs.ts';
import { test } from './stripe-world.ts';

test('a refund takes coins back in its share, down to 0, and notes those that were spent', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  await world.notify(session);
  const payment_intent = session.payment_intent!;
  const refund = (amount: number, status = 'succeeded') => {
    world.stripe.refunds.push({ payment_intent, amount, status });
    return world.notify({ payment_intent }, { type: 'charge.refunded' });
  };
  await refund(250);
  await refund(900, 'failed');
  await refund(900, 'canceled');
  expect(await coinsOf(ann)).toBe(125);
  await Promise.all([1, 2, 3].map(() => world.notify({ payment_intent }, { type: 'charge.refunded' })));

  await createJob(ann);
  await createJob(ann);
  await createJob(ann);
  await createJob(ann);
  expect(await coinsOf(ann)).toBe(45);
  await refund(750);
  const rows = (await ledgerOf(ann)).filter(({ reason }) => reason.includes('refunded'));
  expect(rows.map(({ change }) => change)).toEqual([-25, -45]);
  expect(await world.metric('tyy_coins_missing')).toBe(30);
});

test('a dispute takes coins back until it is won; a question of the bank does not', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  // The dispute is reported before the payment: the payment is credited first, and only once.
  const dispute = { payment_intent: session.payment_intent!, amount: 1000, status: 'warning_needs_response' };
  world.stripe.disputes.push(dispute);
  const report = (type: string) => world.notify({ payment_intent: dispute.payment_intent }, { type });
  await report('charge.dispute.created');
  expect(await coinsOf(ann)).toBe(150);
  dispute.status = 'needs_response';
  await report('charge.dispute.created');
  await world.notify(session);
  expect(await coinsOf(ann)).toBe(50);
  dispute.status = 'won';
  await report('charge.dispute.closed');
  await report('charge.dispute.created');
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, -100, 100]);
});

test.for(['charge.refunded', 'charge.refund.updated'])(
  'a refunded subscription ends when Stripe reports %s',
  async (type, { world, ann }) => {
    const { order_id } = await order(ann, 101);
    const session = world.pay(order_id);
    await world.notify(session);
    expect((await ann.get('getUserInfo')).data.vip_level).toBe(1);
    world.stripe.refunds.push({ payment_intent: session.payment_intent!, amount: 2500, status: 'succeeded' });
    await world.notify({ payment_intent: session.payment_intent }, { type });
    expect((await ann.get('getUserInfo')).data.vip_level).toBe(0);
  },
);

test('a checkout of a deleted account ends; what was paid all the same waits to be refunded, and is counted', async ({
  world,
  ann,
}) => {
  const bob = await signIn(world.backend, 'Bob');
  const [first, late] = [await order(ann, 1), await order(bob, 1)];
  expect(await ann.post('deleteAccount')).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(world.stripe.sessionOf(first.order_id).status).toBe('expired'), 10_000);

  const session = world.pay(late.order_id);
  await bob.post('deleteAccount');
  const before = await world.metric('tyy_payments_parked');
  for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded']) {
    expect((await world.notify(session, { type })).statusCode).toBe(200);
  }
  expect(await world.metric('tyy_payments_parked')).toBe(before + 1);

  const payment_intent = session.payment_intent!;
  world.stripe.refunds.push({ payment_intent, amount: 1000, status: 'pending' });
  await world.notify({ payment_intent }, { type: 'charge.refunded' });
  expect(await world.metric('tyy_payments_parked')).toBe(before);
});

test('a checkout of a deleted account that Stripe does not end is told to the operator', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const { id } = world.stripe.sessionOf(order_id);
  world.stripe.refused.add(id);
  await ann.post('deleteAccount');
  await vi.waitFor(() => expect(world.backend.logged.join()).toContain(id), 10_000);
});

test('an order that is paid a second time is parked too', async ({ world, ann }) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  await world.notify(session);
  const before = await world.metric('tyy_payments_parked');
  expect((await world.notify({ ...session, id: 'cs_test_again' })).statusCode).toBe(200);
  expect(await world.metric('tyy_payments_parked')).toBe(before + 1);
  expect(await coinsOf(ann)).toBe(150);
});

test('what the operator credited by hand is taken back when it is refunded', async ({ world, ann }) => {
  const bob = await signIn(world.backend, 'Bob Parked');
  const { order_id } = await order(bob, 1);
  const session = world.pay(order_id);
  await bob.post('deleteAccount');
  await world.notify(session);
  const { services } = world.backend;
  const { user_id: user } = (await ann.get('getUserInfo')).data;
  const values = { receipt: session.id, user, product: 'coins_100' };
  const request = {
    verb: 'parked credit',
    values,
    page: 1,
    limit: 1,
    doneBy: 'Mia',
    reason: 'a new account',
  };
  expect(await runVerb(services, request, true)).toHaveProperty('report');
  // Stripe and the app report the payment again.
  await world.notify(session);
  await ann.post('paySuccess', { order_id, receipt: session.id });
  expect(await coinsOf(ann)).toBe(150);

  world.stripe.refunds.push({ payment_intent: session.payment_intent!, amount: 1000, status: 'succeeded' });
  await world.notify({ payment_intent: session.payment_intent }, { type: 'charge.refunded' });

  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, -100]);
  const takings = await services.db.query
    .selectFrom('takings')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(takings.map(({ provider, amount, coins }) => [provider, amount, coins])).toEqual([
    ['stripe', -1000, -100],
    ['stripe', 1000, 100],
  ]);
});

const refund = { id: 're_late', amount: 1000, currency: 'cny' };

test.for<[reports: string[]]>([
  [['charge.refunded', 'refund.failed']],
  [['charge.refunded', 'refund.updated', 'refund.updated']],
  [['refund.created', 'charge.refund.updated', 'charge.refunded', 'refund.failed']],
])(
  'the coins of a refund that fails later come back once: %s',
  async ([[first, ...later]], { world, ann }) => {
    const { order_id } = await order(ann, 1);
    const session = world.pay(order_id);
    await world.notify(session);
    const made = { ...refund, payment_intent: session.payment_intent!, status: 'pending' };
    world.stripe.refunds.push(made);
    await world.notify(made, { type: first! });
    expect(await coinsOf(ann)).toBe(50);
    made.status = later.includes('refund.updated') ? 'canceled' : 'failed';
    // The first report is repeated, with its old data.
    await Promise.all([first!, ...later].map(type => world.notify({ ...made, status: 'pending' }, { type })));
    expect(await coinsOf(ann)).toBe(150);
    expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, -100, 100]);
  },
);

test('a report that comes again after the refund failed and was made once more is taken', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  await world.notify(session);
  const made = { ...refund, payment_intent: session.payment_intent!, status: 'succeeded' };
  world.stripe.refunds.push(made);
  const text = JSON.stringify({
    id: 'evt_again',
    object: 'event',
    type: 'refund.updated',
    data: { object: made },
  });
  for (const [status, left] of [
    ['succeeded', 50],
    ['failed', 150],
    ['succeeded', 50],
    ['failed', 150],
  ] as const) {
    made.status = status;
    expect((await world.send(text)).statusCode).toBe(200);
    expect(await coinsOf(ann)).toBe(left);
  }
});

test('a parked payment whose refund fails waits again', async ({ world, ann }) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  await ann.post('deleteAccount');
  const before = await world.metric('tyy_payments_parked');
  await world.notify(session);
  const made = { ...refund, payment_intent: session.payment_intent!, status: 'pending' };
  world.stripe.refunds.push(made);
  await world.notify(made, { type: 'charge.refunded' });
  expect(await world.metric('tyy_payments_parked')).toBe(before);
  made.status = 'failed';
  await world.notify(made, { type: 'refund.failed' });
  expect(await world.metric('tyy_payments_parked')).toBe(before + 1);
});

test('money that went back in another currency is parked until that is undone, and takes no coins', async ({
  world,
  ann,
}) => {
  const { order_id } = await order(ann, 1);
  const session = world.pay(order_id);
  await world.notify(session);
  const before = await world.metric('tyy_payments_parked');
  const dispute = {
    id: 'dp_1',
    payment_intent: session.payment_intent!,
    amount: 140,
    currency: 'usd',
    status: 'needs_response',
  };
  world.stripe.disputes.push(dispute);
  for (const _ of [1, 2]) await world.notify(dispute, { type: 'charge.dispute.created' });
  expect(await coinsOf(ann)).toBe(150);
  expect(await world.metric('tyy_payments_parked')).toBe(before + 1);
  const parked = world.backend.services.db.query.selectFrom('parked_payments').selectAll();
  expect(await parked.where('receipt', '=', 'dp_1').executeTakeFirst()).toMatchObject({
    order_id,
    amount: 140,
    currency: 'usd',
  });
  dispute.status = 'won';
  await world.notify(dispute, { type: 'charge.dispute.closed' });
  expect(await world.metric('tyy_payments_parked')).toBe(before);
});
