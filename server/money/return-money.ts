import { sql } from 'kysely';
import { lockUser } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { Tx } from '../db/schema.ts';
import { notFound } from '../http/api-error.ts';
import { move } from './ledger.ts';
import { noteTaking } from './note-taking.ts';
import type { Payment } from './payment-provider.ts';
import { rechargeConfigs } from './recharge-configs.ts';
import { settlePayment } from './settle-payment.ts';
import { endSubscription, extendSubscription } from './store-subscriptions.ts';

export interface ReturnedMoney {
  payment: Payment;
  /** Fen returned by refunds and disputes together; or a function that computes it once the user is locked. */
  amount: number | ((tx: Tx) => Promise<number>);
  reference: string;
}

/**
 * Takes back the share of a purchase that was refunded, or gives it again if a dispute was won. Never takes a balance
 * below 0: spent coins are counted as missing; returns by how much that count changed.
 */
export async function returnMoney(
  parts: DbAndClock,
  { payment, amount, reference }: ReturnedMoney,
): Promise<number> {
  // Otherwise an uncredited order would be credited later, although its money is gone.
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
      // The same report may be sent again after another change.
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
