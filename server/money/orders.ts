import type { Selectable } from 'kysely';
import { addToHour } from '../accounts/day-counts.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { limits } from '../contract/limits.ts';
import type { Channel } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import type { OrdersTable } from '../db/schema.ts';
import { notFound, wrongParameter } from '../http/api-error.ts';
import { askAboutReceipt } from './ask-about-receipt.ts';
import { confirmersOf, lookAt, sellerOf } from './choose-provider.ts';
import { newOrder } from './new-order.ts';
import { refuseMoreOrders } from './open-orders.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { rechargeConfigs } from './recharge-configs.ts';
import { settle } from './settle-payment.ts';

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
