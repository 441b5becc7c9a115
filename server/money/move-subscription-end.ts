import { lockUser } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import { rechargeConfigs } from './recharge-configs.ts';
import { endSubscription, extendSubscription } from './store-subscriptions.ts';

export interface PaidPeriod {
  provider: string;
  receipt: string;
  productId: string;
  subscriptionId: string;
}

/** Moves the end of a subscription's last credited period without a payment: grace extends it, a revocation ends it. */
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
