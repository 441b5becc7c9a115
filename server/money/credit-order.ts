import { lockUser, vipLevelOf } from '../accounts/user.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { move } from './ledger.ts';
import { noteTaking } from './note-taking.ts';
import { type RechargeConfig, rechargeConfigs } from './recharge-configs.ts';
import { extendSubscription, type StoreSubscription } from './store-subscriptions.ts';

const day = 24 * 60 * 60 * 1000;

/** `subscription` and its receipt if an app store sold one. */
type CreditedOrder = Pick<
  Stored<'orders'>,
  'user_id' | 'order_id' | 'config_id' | 'amount' | 'provider' | 'receipt'
> & { subscription?: StoreSubscription };

/**
 * Credits an order; call it in the transaction that marks the order as paid. `now` in milliseconds. Records the money
 * unless it was recorded earlier (`isTaken` is false).
 */
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
  if (!order.subscription) return extendVip(tx, userId, config, now);
  const { id: subscription_id, until } = order.subscription;
  const { provider, receipt } = order;
  const row = { provider: provider!, subscription_id, user_id: userId, receipt: receipt!, until };
  await extendSubscription(tx, row, config.vipLevel, now);
}

async function extendVip(
  tx: Tx,
  userId: string,
  { vipLevel, days }: RechargeConfig,
  now: number,
): Promise<void> {
  const user = await lockUser(tx, userId);
  const level = vipLevelOf(user, now);
  const start = level > 0 ? user.vip_expire_time!.getTime() : now;
  await tx
    .updateTable('users')
    .set({ vip_level: Math.max(level, vipLevel), vip_expire_time: new Date(start + days * day) })
    .where('user_id', '=', userId)
    .execute();
}
