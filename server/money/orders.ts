import { type Selectable, sql, type Transaction } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import type { Channel } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { OrdersTable, Schema } from '../db/schema.ts';
import { notFound, wrongParameter } from '../http/api-error.ts';
import { confirmersOf, lookAt, sellerOf } from './choose-provider.ts';
import { creditOrder } from './credit-order.ts';
import { refuseMoreOrders } from './open-orders.ts';
import type { Payment, PaymentProvider } from './payment-provider.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';

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
  for (const provider of confirmersOf(parts.payments, order)) {
    const payment = await provider.confirm(receipt);
    if (payment) return settle(parts, userId, payment, orderId ?? payment.orderId);
  }
  throw wrongParameter('receipt', 'parameter.not-confirmed');
}

/** The present state of an order. */
export interface ConfirmedOrder {
  order: Selectable<OrdersTable>;
  /** Where it can be paid now; null where no payment has begun, and while one is on the way. */
  payPage: string | null;
}

/** Asks the provider how an order stands, and credits it if it was paid without the app knowing. */
export async function confirmOrder(
  parts: OrderParts,
  userId: string,
  orderId: string,
): Promise<ConfirmedOrder> {
  const order = await findOrder(parts, userId, orderId);
  if (order.status === 'paid') return { order, payPage: null };
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

/** Credits a payment that the provider reported by itself, or refuses when its order is gone or paid otherwise. */
export async function settlePayment(
  parts: Pick<OrderParts, 'db' | 'clock'>,
  payment: Payment,
): Promise<void> {
  const order = await parts.db.query
    .selectFrom('orders')
    .select('user_id')
    .where('order_id', '=', payment.orderId)
    .executeTakeFirstOrThrow(notFound);
  await settle(parts, order.user_id, payment, payment.orderId);
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

async function settle(
  { db, clock }: Pick<OrderParts, 'db' | 'clock'>,
  userId: string,
  payment: Payment,
  orderId: string | null,
): Promise<void> {
  await db.query.transaction().execute(async tx => {
    const now = clock();
    await lockUser(tx, userId);
    // Another account may hand in the same receipt at this moment: it waits until here is decided.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${payment.receipt}, 0))`.execute(tx);
    const used = await tx
      .selectFrom('orders')
      .select(['order_id', 'user_id'])
      .where('receipt', '=', payment.receipt)
      .executeTakeFirst();
    if (used?.user_id === userId && (orderId === null || used.order_id === orderId)) return;
    if (used) throw wrongParameter('receipt', 'parameter.used');

    const order = await orderFor(tx, userId, payment, orderId, new Date(now));
    await tx
      .updateTable('orders')
      .set({ status: 'paid', provider: payment.provider, receipt: payment.receipt, paid_time: new Date(now) })
      .where('order_id', '=', order.order_id)
      .execute();
    await creditOrder(tx, { ...order, provider: payment.provider }, now);
  });
}

/** The unpaid order that a payment is for; a payment without one gets a new one if it is a subscription's. */
async function orderFor(
  tx: Transaction<Schema>,
  userId: string,
  payment: Payment,
  orderId: string | null,
  time: Date,
): Promise<Selectable<OrdersTable>> {
  if (orderId === null) {
    const config = rechargeConfigs.find(({ productId }) => productId === payment.productId);
    if (!config || config.vipLevel === 0) throw wrongParameter('order_id', 'parameter.missing');
    return tx
      .insertInto('orders')
      .values(newOrder(userId, config, payment.provider, time))
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound();

  const isForIt =
    order.product_id === payment.productId &&
    [null, orderId].includes(payment.orderId) &&
    [null, payment.provider].includes(order.provider);
  if (!isForIt) throw wrongParameter('receipt', 'parameter.other-order');
  if (order.status === 'paid') throw wrongParameter('order_id', 'parameter.other-receipt');
  return order;
}

function newOrder(userId: string, config: RechargeConfig, provider: string, time: Date) {
  return {
    order_id: newId(),
    user_id: userId,
    config_id: config.id,
    product_id: config.productId,
    amount: config.price,
    status: 'pending' as const,
    provider,
    create_time: time,
  };
}
