import { sql } from 'kysely';
import { lockUser } from '../accounts/user.ts';
import { type Database, type DbAndClock, newId } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { isRefusal, notFound, wrongParameter } from '../http/api-error.ts';
import { move, noteTaking } from './ledger.ts';
import type { Payment } from './payment-provider.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';
import {
  endFollowed,
  endSubscription,
  extendSubscription,
  moveVip,
  refuseOthersSubscription,
  type StoreSubscription,
} from './store-subscriptions.ts';

/** Credits a payment reported by its provider. Throws if its order does not exist or was paid with another payment. */
export async function settlePayment(parts: DbAndClock, payment: Payment): Promise<void> {
  if (payment.userId !== undefined) return settle(parts, payment.userId, payment, null);
  const order = await parts.db.query
    .selectFrom('orders')
    .select('user_id')
    .where('order_id', '=', payment.orderId)
    .executeTakeFirstOrThrow(notFound);
  await settle(parts, order.user_id, payment, payment.orderId);
}

/** Like `settlePayment`. Calls `park` after a refusal, which a retry would meet too. */
export async function settleOrPark(
  parts: DbAndClock,
  payment: Payment,
  park: (problem: string) => Promise<void>,
): Promise<void> {
  try {
    await settlePayment(parts, payment);
  } catch (error) {
    // E.g. the order is paid already or is for another product, or the account is being deleted.
    if (!isRefusal(error)) throw error;
    await park(error.message);
  }
}

/** Credits a payment to a user once, with the given order, else with a new one. */
export async function settle(
  { db, clock }: DbAndClock,
  userId: string,
  payment: Payment,
  orderId: string | null,
): Promise<void> {
  await db.query.transaction().execute(async tx => {
    const now = clock();
    await lockUser(tx, userId);
    // If another account sends the same receipt now, its transaction waits for this lock.
    await lockText(tx, payment.receipt);
    const used = await tx
      .selectFrom('orders')
      .select(['order_id', 'user_id'])
      .where('receipt', '=', payment.receipt)
      .executeTakeFirst();
    if (used?.user_id === userId && (orderId === null || used.order_id === orderId)) return;
    // If another account owns the subscription that the user restores, the error says so.
    const isOthers = used && used.user_id !== userId && payment.subscription;
    if (used)
      throw wrongParameter('receipt', isOthers ? 'parameter.other-account' : 'parameter.used-purchase');
    if (payment.subscription) {
      const { provider, subscription } = payment;
      await lockText(tx, `${provider} ${subscription.id}`);
      await refuseOthersSubscription(tx, { provider, subscription_id: subscription.id, user_id: userId });
      await endFollowed(tx, { provider, user_id: userId }, subscription.follows ?? [], now);
      if (subscription.replaces)
        await endSubscription(tx, { provider, receipt: subscription.replaces, user_id: userId }, now);
    }

    const order = await orderFor(tx, userId, payment, orderId, new Date(now));
    await tx
      .updateTable('orders')
      .set({ status: 'paid', provider: payment.provider, receipt: payment.receipt, paid_time: new Date(now) })
      .where('order_id', '=', order.order_id)
      .execute();
    const isTaken = orderId !== null || !hasNoOwner(payment) || (await unpark(tx, payment.receipt));
    await creditOrder(tx, { ...order, ...payment }, { isTaken, now });
  });
  await payment.onCredited?.();
}

/** True for a subscription with an unknown owner: the buyer deleted the account, or a family member shares it. */
function hasNoOwner({ subscription, userId }: Payment): boolean {
  return subscription !== undefined && userId === undefined;
}

/** Marks a parked payment as credited. False if it was not parked, or is already credited or refunded. */
async function unpark(tx: Tx, receipt: string): Promise<boolean> {
  const parked = await tx
    .updateTable('parked_payments')
    .set({ credited: true })
    .where('receipt', '=', receipt)
    .where('returned', '=', false)
    .where('credited', '=', false)
    .returning('receipt')
    .executeTakeFirst();
  return parked !== undefined;
}

async function lockText(tx: Tx, text: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx);
}

/** Without an order id, creates an order if the user is known or the payment is for a subscription. */
async function orderFor(
  tx: Tx,
  userId: string,
  payment: Payment,
  orderId: string | null,
  time: Date,
): Promise<Stored<'orders'>> {
  if (payment.userId !== undefined && payment.userId !== userId) {
    throw wrongParameter('receipt', 'parameter.other-account');
  }
  if (orderId === null) {
    const config = rechargeConfigs.find(({ productId }) => productId === payment.productId);
    const isOwn = payment.userId !== undefined || (config && config.vipLevel > 0);
    if (!config || !isOwn) throw wrongParameter('order_id', 'parameter.missing');
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
    .executeTakeFirstOrThrow(notFound);
  const isForIt =
    order.product_id === payment.productId &&
    payment.userId === undefined &&
    [null, orderId].includes(payment.orderId) &&
    [null, payment.provider].includes(order.provider);
  if (!isForIt) throw wrongParameter('receipt', 'parameter.other-order');
  if (order.status === 'paid') throw wrongParameter('order_id', 'parameter.other-receipt');
  return order;
}

const day = 24 * 60 * 60 * 1000;

type CreditedOrder = Pick<
  Stored<'orders'>,
  'user_id' | 'order_id' | 'config_id' | 'amount' | 'provider' | 'receipt'
> & { subscription?: StoreSubscription };

/** In the transaction that marks the order as paid. Records the payment if `isTaken`. `now` in ms. */
export async function creditOrder(
  tx: Tx,
  order: CreditedOrder,
  { now, isTaken = true }: { now: number; isTaken?: boolean },
): Promise<void> {
  const config = rechargeConfigs.find(({ id }) => id === order.config_id);
  if (!config) throw new Error(`order ${order.order_id} names nothing that is for sale`);
  const { user_id: userId, order_id: reference } = order;
  if (isTaken && !order.subscription?.isShared)
    await noteTaking(tx, order, { amount: order.amount, coins: config.coins, days: config.days }, now);

  await move(tx, {
    userId,
    change: config.coins,
    reason: config.vipLevel > 0 ? 'subscription' : 'recharge',
    reference,
    time: new Date(now),
  });
  if (config.vipLevel === 0) return;
  if (!order.subscription) return moveVip(tx, userId, config.days * day, config.vipLevel, now);
  const { id: subscription_id, until } = order.subscription;
  const { provider, receipt } = order;
  const row = { provider: provider!, subscription_id, user_id: userId, receipt: receipt!, until };
  await extendSubscription(tx, row, config.vipLevel, now);
}

export interface ReturnedMoney {
  payment: Payment;
  /** Total of refunds and disputes in fen, or a function that computes it once the user's row is locked. */
  amount: number | ((tx: Tx) => Promise<number>);
  reference: string;
}

/** Or gives it back after a won dispute. Spent coins count as missing. Returns the change in these. */
export async function returnMoney(
  parts: DbAndClock,
  { payment, amount, reference }: ReturnedMoney,
): Promise<number> {
  // Credit the payment first; otherwise a later run would credit the order despite the refund.
  await settlePayment(parts, payment);
  const { user_id: userId } = await orderOf(payment.receipt);

  return parts.db.query.transaction().execute(async tx => {
    const user = await lockUser(tx, userId);
    const order = await orderOf(payment.receipt, tx);
    const config = rechargeConfigs.find(({ id }) => id === order.config_id);
    if (!config) throw new Error(`order ${order.order_id} names nothing that is for sale`);
    const now = typeof amount === 'number' ? amount : await amount(tx);
    const returned = Math.min(now, order.amount);
    const part = (whole: number, fen: number) => Math.floor((whole * fen) / order.amount);
    const due = (whole: number) => part(whole, returned) - part(whole, order.returned_amount);
    if (returned === order.returned_amount) return 0;

    const coins = due(config.coins);
    const change = coins > 0 ? -Math.min(coins, user.coins) : -coins - Math.min(-coins, order.missing_coins);
    const missing = order.missing_coins + coins + change;
    await move(tx, {
      userId,
      change,
      reason: returned > order.returned_amount ? 'refund' : 'refund_undone',
      // Make the reference unique: the provider may send the same report again after another change.
      reference: `${reference} ${newId()}`,
      time: new Date(parts.clock()),
    });
    const amountBack = order.returned_amount - returned;
    await noteTaking(
      tx,
      order,
      { amount: amountBack, coins: change, days: -due(config.days) },
      parts.clock(),
    );
    await tx
      .updateTable('orders')
      .set({ returned_amount: returned, missing_coins: missing })
      .where('order_id', '=', order.order_id)
      .execute();
    if (!payment.subscription) await takeDays(tx, userId, due(config.days));
    else if (returned > order.returned_amount) {
      await endSubscription(tx, { ...payment, user_id: userId }, parts.clock());
    } else {
      const { provider, receipt, subscription } = payment;
      const row = { provider, receipt, user_id: userId, subscription_id: subscription.id };
      await extendSubscription(tx, { ...row, until: subscription.until }, config.vipLevel, parts.clock());
    }
    return missing - order.missing_coins;
  });

  function orderOf(receipt: string, query: Pick<typeof parts.db.query, 'selectFrom'> = parts.db.query) {
    return query
      .selectFrom('orders')
      .selectAll()
      .where('receipt', '=', receipt)
      .executeTakeFirstOrThrow(notFound);
  }
}

async function takeDays(tx: Tx, userId: string, days: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ vip_expire_time: sql<Date>`vip_expire_time - make_interval(days => ${days})` })
    .where('user_id', '=', userId)
    .execute();
}

interface PaidPeriod {
  provider: string;
  receipt: string;
  productId: string;
  subscriptionId: string;
}

/** Changes a subscription's end without a payment: a grace period extends it, a revocation ends it. */
export async function moveSubscriptionEnd(
  { db, clock }: DbAndClock,
  { provider, receipt, productId, subscriptionId }: PaidPeriod,
  until: Date,
): Promise<void> {
  const order = await db.query
    .selectFrom('orders')
    .select('user_id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  if (!order) return;
  const level = rechargeConfigs.find(config => config.productId === productId)?.vipLevel ?? 0;
  await db.query.transaction().execute(async tx => {
    await lockUser(tx, order.user_id);
    const row = { provider, subscription_id: subscriptionId, receipt, user_id: order.user_id };
    if (until.getTime() <= clock()) return endSubscription(tx, row, clock());
    return extendSubscription(tx, { ...row, until }, level, clock());
  });
}

export function newOrder(userId: string, config: RechargeConfig, provider: string, time: Date) {
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

/** The named order if it is unpaid, else its user, who gets a new order; of a renewal the known user. */
export async function ownedPayment(
  { query }: Database,
  payment: Omit<Payment, 'orderId' | 'userId'>,
  namedOrder: string | null,
): Promise<Payment> {
  const orders = query.selectFrom('orders').select(['order_id', 'user_id', 'status']);
  const credited = await orders.where('receipt', '=', payment.receipt).executeTakeFirst();
  if (credited) return { ...payment, orderId: credited.order_id };
  const named = await orders.where('order_id', '=', namedOrder).executeTakeFirst();
  if (named?.status === 'paid') return { ...payment, orderId: null, userId: named.user_id };
  if (named) return { ...payment, orderId: named.order_id };
  const renewed = await query
    .selectFrom('store_subscriptions')
    .select('user_id')
    .where('provider', '=', payment.provider)
    .where('subscription_id', '=', payment.subscription?.id ?? null)
    .executeTakeFirst();
  return { ...payment, orderId: null, ...(renewed && { userId: renewed.user_id }) };
}
