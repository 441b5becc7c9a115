import { lockUser, vipLevelOf } from '../accounts/user.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';

/** A subscription from an app store. All renewals have the same `id`; `until` is the end of the paid period. */
export interface StoreSubscription {
  id: string;
  until: Date;
  /** True if another family member pays. */
  isShared: boolean;
  /** Ids of subscriptions that this one replaces, e.g. after a change of plan. */
  follows?: string[];
  /** Receipt of an earlier period that ended early, e.g. because of an upgrade. */
  replaces?: string;
}

/** Stored as the end of replaced subscriptions, so that no later report can extend them. */
const followed = new Date('9999-12-31T00:00:00Z');

type Row = Pick<
  Stored<'store_subscriptions'>,
  'provider' | 'subscription_id' | 'user_id' | 'receipt' | 'until'
>;

/** Throws if another account owns the subscription. Lock the subscription first. */
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

/** Moves the user's VIP time by the difference; never shortens it. `now` in milliseconds. */
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

/** Ends the subscription whose latest payment has this receipt, e.g. after a refund or when it is no longer shared. */
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

/** The store moved their time to the new subscription, no matter which user owned them. Unreported ones count too. */
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

/** Milliseconds from `now` to `until`; 0 if `until` is in the past. */
function left(until: Date | undefined, now: number): number {
  return Math.max((until?.getTime() ?? now) - now, 0);
}

/** Adds `shift` (milliseconds, may be negative) to the user's VIP time, and keeps the higher VIP level. */
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
