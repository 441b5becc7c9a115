import type { Selectable, Transaction } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import { vipLevelOf } from '../accounts/user.ts';
import type { StoreSubscriptionsTable } from '../db/provider-tables.ts';
import type { Schema } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';

/** A subscription at a phone's store: its id there, which all renewals share, and the end of what has been paid. */
export interface StoreSubscription {
  id: string;
  until: Date;
  /** Whether somebody else pays for it. */
  isShared: boolean;
  /** The ids of the subscriptions whose place it takes, such as before a change of plan. */
  follows?: string[];
  /** The receipt of the period of this same subscription that ended early for this one, such as by an upgrade. */
  replaces?: string;
}

/** The end in the row of a subscription that another one follows: no later report can extend it. */
const followed = new Date('9999-12-31T00:00:00Z');

type Row = Selectable<StoreSubscriptionsTable>;

/** Refuses a subscription that another account bought, as long as that account lives; others wait for the same one. */
export async function refuseOthersSubscription(
  tx: Transaction<Schema>,
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
 * Has a subscription last until its new end, which is never earlier than the one before. What the user has besides stays: only
 * what is added to this subscription is added to their time. `now` in milliseconds.
 */
export async function extendSubscription(
  tx: Transaction<Schema>,
  row: Row,
  vipLevel: number,
  now: number,
): Promise<void> {
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

/** Ends the subscription that this receipt paid for last: its money went back, or its owner shares it no longer. */
export async function endSubscription(
  tx: Transaction<Schema>,
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
 * Ends the subscriptions that another one follows, also those of other users (the store moved what was left of them), and those
 * not reported yet, which count from now on as ended. In the transaction that credits the one that follows.
 */
export async function endFollowed(
  tx: Transaction<Schema>,
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

/** Milliseconds until a time; 0 once it is over. */
function left(until: Date | undefined, now: number): number {
  return Math.max((until?.getTime() ?? now) - now, 0);
}

async function moveVip(
  tx: Transaction<Schema>,
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
