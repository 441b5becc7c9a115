import { lockUser, vipLevelOf } from '../accounts/user.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';

/** A subscription at an app store. All renewals have the same `id`; `until` is the end of the paid time. */
export interface StoreSubscription {
  id: string;
  until: Date;
  /** True if a family member pays. */
  isShared: boolean;
  /** Ids of subscriptions that this subscription replaces, e.g. after a change of plan. */
  follows?: string[];
  /** Receipt of an earlier period of this subscription that ended early, e.g. by an upgrade. */
  replaces?: string;
}

/** Saved as the end of a replaced subscription, so that no later report can extend it. */
const followed = new Date('9999-12-31T00:00:00Z');

type Row = Stored<'store_subscriptions'>;

/** Throws if another account owns the subscription. The caller must have locked the subscription. */
export async function refuseOthersSubscription(
  tx: Tx,
  { provider, subscription_id, user_id }: Pick<Row, 'provider' | 'subscription_id' | 'user_id'>,
): Promise<void> {
  const known = await tx
    .selectFrom('store_subscriptions')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscription_id)
    .where('until', '<', followed)
    .executeTakeFirst();
  if (known && known.user_id !== user_id) throw wrongParameter('receipt', 'parameter.other-account');
}

/**
 * Extends a subscription to `until`; never shortens it. Adds only the difference to the user. `now` in milliseconds.
 */
export async function extendSubscription(tx: Tx, row: Row, vipLevel: number, now: number): Promise<void> {
  const known = await tx
    .selectFrom('store_subscriptions')
    .selectAll()
    .where('provider', '=', row.provider)
    .where('subscription_id', '=', row.subscription_id)
    .executeTakeFirst();
  if (known && known.until >= row.until) return;
  await tx
    .insertInto('store_subscriptions')
    .values(row)
    .onConflict(conflict => conflict.columns(['provider', 'subscription_id']).doUpdateSet(row))
    .execute();
  await moveVip(tx, row.user_id, left(row.until, now) - left(known?.until, now), vipLevel, now);
}

/** Ends the subscription whose latest payment has this receipt, because it was refunded or is no longer shared. */
export async function endSubscription(
  tx: Tx,
  { provider, receipt, user_id }: Pick<Row, 'provider' | 'receipt' | 'user_id'>,
  now: number,
): Promise<void> {
  const known = await tx
    .selectFrom('store_subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('receipt', '=', receipt)
    .where('user_id', '=', user_id)
    .where('until', '>', new Date(now))
    .executeTakeFirst();
  if (!known) return;
  await tx
    .updateTable('store_subscriptions')
    .set({ until: new Date(now) })
    .where('provider', '=', provider)
    .where('subscription_id', '=', known.subscription_id)
    .execute();
  await moveVip(tx, user_id, -left(known.until, now), 0, now);
}

/**
 * Ends replaced subscriptions, even of other users (the store moved their remaining time). Marks replaced subscriptions
 * that were not reported yet as ended. Call it in the transaction that credits the new subscription.
 */
export async function endFollowed(
  tx: Tx,
  { provider, user_id }: Pick<Row, 'provider' | 'user_id'>,
  ids: string[],
  now: number,
): Promise<void> {
  for (const subscription_id of ids) {
    const known = await tx
      .selectFrom('store_subscriptions')
      .selectAll()
      .where('provider', '=', provider)
      .where('subscription_id', '=', subscription_id)
      .forUpdate()
      .executeTakeFirst();
    if (known && known.until >= followed) continue;
    const end = { receipt: '', until: followed };
    await tx
      .insertInto('store_subscriptions')
      .values({ provider, subscription_id, user_id, ...end })
      .onConflict(conflict => conflict.columns(['provider', 'subscription_id']).doUpdateSet(end))
      .execute();
    if (known) await moveVip(tx, known.user_id, -left(known.until, now), 0, now);
  }
}

/** Milliseconds from `now` to `until`; 0 if `until` is over. */
function left(until: Date | undefined, now: number): number {
  return Math.max((until?.getTime() ?? now) - now, 0);
}

/** Adds `shift` (milliseconds) to the user's remaining VIP time, and keeps the higher level. */
export async function moveVip(
  tx: Tx,
  userId: string,
  shift: number,
  vipLevel: number,
  now: number,
): Promise<void> {
  if (shift === 0) return;
  const user = await lockUser(tx, userId);
  const level = vipLevelOf(user, now);
  const start = level > 0 ? user.vip_expire_time!.getTime() : now;
  await tx
    .updateTable('users')
    .set({ vip_level: Math.max(level, vipLevel), vip_expire_time: new Date(start + shift) })
    .where('user_id', '=', userId)
    .execute();
}
