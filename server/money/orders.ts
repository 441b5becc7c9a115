import { type Selectable, sql } from 'kysely';
import { addToHour } from '../accounts/day-counts.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { hashOf } from '../accounts/tokens.ts';
import { limits } from '../contract/limits.ts';
import type { Channel } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import type { OrdersTable } from '../db/schema.ts';
import { Busy, notFound, wrongParameter } from '../http/api-error.ts';
import { confirmersOf, lookAt, sellerOf } from './choose-provider.ts';
import { newOrder } from './new-order.ts';
import { refuseMoreOrders } from './open-orders.ts';
import type { Payment, PaymentProvider } from './payment-provider.ts';
import { rechargeConfigs } from './recharge-configs.ts';
import { settle } from './settle-payment.ts';

const hour = 60 * 60_000;

/** A receipt that a provider confirms counts a twentieth of one that none confirms. */
const weights = { unconfirmed: 20, confirmed: 1 };

/** How often in a minute a receipt is asked about that nobody confirms: it may be paid at this moment. */
const mostTries = 3;

const mostAnHour = weights.unconfirmed * limits.unconfirmedReceiptsAnHour;

interface Parts {
  db: Database;
  clock: () => number;
}

/** A receipt that a user hands in. */
interface HandedIn {
  userId: string;
  receipt: string;
  orderId: string | null;
}

const notConfirmed = () => wrongParameter('receipt', 'parameter.not-confirmed');

/** What orders need; `payments` are the open providers, none when nothing can be bought. */
export interface OrderParts {
  db: Database;
  clock: () => number;
  payments: PaymentProvider[];
}

/**
 * Notes what a user wants to buy, and of which provider: one that sells through the channel, else the first.
 * Nothing is credited before it is paid. Refuses with 1005 where too many orders of the user wait for their payment.
 */
export async function createOrder(
  { db, clock, payments }: OrderParts,
  userId: string,
  configId: number,
  channel?: Channel,
): Promise<{ order: Selectable<OrdersTable>; provider: PaymentProvider }> {
  const config = rechargeConfigs.find(candidate => candidate.id === configId);
  if (!config) throw wrongParameter('config_id', 'parameter.not-for-sale');

  const provider = sellerOf(payments, config, channel);
  const order = await db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    await refuseMoreOrders(tx, userId, clock());
    const values = newOrder(userId, config, provider.name, new Date(clock()));
    return tx.insertInto('orders').values(values).returningAll().executeTakeFirstOrThrow();
  });
  return { order, provider };
}

/**
 * Credits an order, once, for a receipt that its payment provider confirms. Without an order the receipt of a
 * subscription speaks for itself, at whichever provider knows it: that is how purchases are restored.
 */
export async function settleReceipt(
  parts: OrderParts,
  userId: string,
  receipt: string,
  orderId: string | null,
): Promise<void> {
  const order = orderId === null ? null : await findOrder(parts, userId, orderId);
  if (order?.status === 'paid' && order.receipt === receipt) return;
  const confirmers = confirmersOf(parts.payments, order);
  const payment = await askAboutReceipt(parts, { userId, receipt, orderId }, async () => {
    for (const provider of confirmers) {
      const found = await provider.confirm(receipt);
      if (found) return found;
    }
    return null;
  });
  await settle(parts, userId, payment, orderId ?? payment.orderId);
}

/** The present state of an order. */
export interface ConfirmedOrder {
  order: Selectable<OrdersTable>;
  /** Where it can be paid now; null where no payment has begun, and while one is on the way. */
  payPage: string | null;
}

/**
 * Asks the provider how an order stands, and credits it if it was paid without the app knowing. A user who asks too often gets
 * what is known here: the provider's report, and our own questions, come all the same.
 */
export async function confirmOrder(
  parts: OrderParts,
  userId: string,
  orderId: string,
): Promise<ConfirmedOrder> {
  const order = await findOrder(parts, userId, orderId);
  if (order.status === 'paid') return { order, payPage: null };
  const looks = { time: parts.clock(), more: 1, most: limits.orderLooksAnHour };
  if (!(await addToHour(parts.db.query, 'order-looks', userId, looks))) return { order, payPage: null };
  const found = await lookAt(parts.payments, order);
  if (found.kind === 'open' && order.status === 'pending') return { order, payPage: found.payPage };
  if (found.kind === 'paid') await settle(parts, userId, found.payment, orderId);
  if (found.kind === 'over') await cancelOrder(parts, orderId);
  return { order: await findOrder(parts, userId, orderId), payPage: null };
}

/** Ends an order that is not paid. */
export async function cancelOrder({ db }: Pick<OrderParts, 'db'>, orderId: string): Promise<void> {
  await db.query
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .execute();
}

/** An order of a user; refuses with 1003 where they have no such order. */
export async function findOrder(
  { db }: Pick<OrderParts, 'db'>,
  userId: string,
  orderId: string,
): Promise<Selectable<OrdersTable>> {
  const order = await db.query
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!order) throw notFound();
  return order;
}

/**
 * Asks the payment providers about a receipt, by `ask`; refuses one that none confirms. Each user may hand in so many of those
 * an hour, in all processes together, and beyond that none at all: each costs us requests, which the providers count. What
 * nobody confirmed is asked about three times in the same minute. Nothing that was paid is lost by it: the provider reports
 * it, or the app hands its receipt in again.
 */
async function askAboutReceipt(
  { db, clock }: Parts,
  { userId, receipt, orderId }: HandedIn,
  ask: () => Promise<Payment | null>,
): Promise<Payment> {
  const now = clock();
  const wrong = {
    who: hashOf(`${userId} ${orderId} ${receipt}`),
    kind: 'wrong-receipt',
    day: new Date(now).toISOString().slice(0, 16),
  };
  const known = await db.query
    .selectFrom('day_counts')
    .select('count')
    .where('who', '=', wrong.who)
    .where('kind', '=', wrong.kind)
    .where('day', '=', wrong.day)
    .executeTakeFirst();
  if (known && known.count >= mostTries) throw notConfirmed();

  const count = (more: number, most = Number.MAX_SAFE_INTEGER) =>
    addToHour(db.query, 'receipts', userId, { time: now, more, most });
  if (!(await count(0, mostAnHour - 1)))
    throw new Busy('tooManyRequests', 'error.payment-unconfirmed', Math.ceil((hour - (now % hour)) / 1000));
  // Afterwards, so that a true receipt that comes many times at once is not taken for many; a user has six calls at a time.
  let payment: Payment | null = null;
  try {
    payment = await ask();
  } finally {
    await count(payment ? weights.confirmed : weights.unconfirmed);
  }
  if (payment) return payment;
  await db.query
    .insertInto('day_counts')
    .values({ ...wrong, count: 1 })
    .onConflict(conflict =>
      conflict.columns(['who', 'kind', 'day']).doUpdateSet({ count: sql<number>`day_counts.count + 1` }),
    )
    .execute();
  throw notConfirmed();
}
