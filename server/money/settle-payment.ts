import { sql } from 'kysely';
import { lockUser } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { notFound, wrongParameter } from '../http/api-error.ts';
import { creditOrder } from './credit-order.ts';
import { newOrder } from './new-order.ts';
import type { Payment } from './payment-provider.ts';
import { rechargeConfigs } from './recharge-configs.ts';
import { endFollowed, endSubscription, refuseOthersSubscription } from './store-subscriptions.ts';

/** Credits a payment that the provider reported; throws if its order does not exist or was paid by another payment. */
export async function settlePayment(parts: DbAndClock, payment: Payment): Promise<void> {
  if (payment.userId !== undefined) return settle(parts, payment.userId, payment, null);
  const order = await parts.db.query
    .selectFrom('orders')
    .select('user_id')
    .where('order_id', '=', payment.orderId)
    .executeTakeFirstOrThrow(notFound);
  await settle(parts, order.user_id, payment, payment.orderId);
}

/** Credits a payment to a user, once: for the given order, else for a new one. */
export async function settle(
  { db, clock }: DbAndClock,
  userId: string,
  payment: Payment,
  orderId: string | null,
): Promise<void> {
  await db.query.transaction().execute(async tx => {
    const now = clock();
    await lockUser(tx, userId);
    // Another account may send the same receipt at this moment; it waits for this lock.
    await lockText(tx, payment.receipt);
    const used = await tx
      .selectFrom('orders')
      .select(['order_id', 'user_id'])
      .where('receipt', '=', payment.receipt)
      .executeTakeFirst();
    if (used?.user_id === userId && (orderId === null || used.order_id === orderId)) return;
    // A user who restores a subscription gets the reason.
    const isOthers = used && used.user_id !== userId && payment.subscription;
    if (used) throw wrongParameter('receipt', isOthers ? 'parameter.other-account' : 'parameter.used');
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

/** Only the caller names the owner: the buyer's account was deleted, or a family member shares the subscription. */
function hasNoOwner({ subscription, userId }: Payment): boolean {
  return subscription !== undefined && userId === undefined;
}

/** Takes a payment from the parked ones; false if it was not parked. */
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

/** Creates an order if there is no id but the payment's owner is known, or it is a subscription. */
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
    .executeTakeFirst();
  if (!order) throw notFound();

  const isForIt =
    order.product_id === payment.productId &&
    payment.userId === undefined &&
    [null, orderId].includes(payment.orderId) &&
    [null, payment.provider].includes(order.provider);
  if (!isForIt) throw wrongParameter('receipt', 'parameter.other-order');
  if (order.status === 'paid') throw wrongParameter('order_id', 'parameter.other-receipt');
  return order;
}
