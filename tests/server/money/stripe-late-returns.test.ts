import { expect } from 'vitest';
import { order } from '../../support/api.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { test } from './stripe-world.ts';

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
    // What was reported first comes again too, with what it said then.
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
