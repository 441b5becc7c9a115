import { sql } from 'kysely';
import { lockUser } from '../accounts/user.ts';
import { limits } from '../contract/limits.ts';
import type { Queryable } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { findGoneUser } from './gone-users.ts';

export function notEnoughCoins(): ApiError {
  return new ApiError('notEnoughCoins', 'error.not-enough-coins');
}

/** Why a balance changed; the app shows it in the user's language. */
export type Reason =
  | 'gift'
  | 'hold'
  | 'give_back'
  | 'rejected'
  | 'recharge'
  | 'subscription'
  | 'ad_reward'
  | 'operator_gift'
  | 'operator_return'
  | 'refund'
  | 'refund_undone';

/** `reference` identifies the cause, e.g. a job's id. Unique per user and reason. */
export interface Move {
  userId: string;
  change: number;
  reason: Reason;
  reference: string;
  time: Date;
}

/**
 * Changes a balance and writes its ledger row in the caller's transaction; returns the new balance. Throws 2218020 if
 * it would fall below 0. Locks the user's row until the transaction ends.
 */
export async function move(tx: Tx, { userId, ...row }: Move): Promise<number> {
  const changed = await tx
    .updateTable('users')
    .set({ coins: sql<number>`coins + ${row.change}` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`coins + ${row.change} >= 0`)
    .returning('coins')
    .executeTakeFirst();
  if (!changed) throw notEnoughCoins();

  await tx
    .insertInto('coin_statements')
    .values({ ...row, user_id: userId, remaining: changed.coins })
    .execute();
  return changed.coins;
}

/** An amount in fen with its coins and days. All are negative for a refund. */
interface Taking {
  amount: number;
  coins: number;
  days: number;
}

/** Records a payment or refund. Call it in the transaction that changes the balance. `now` is in milliseconds. */
export async function noteTaking(
  tx: Queryable,
  { order_id, provider }: { order_id: string; provider: string },
  taking: Taking,
  now: number,
): Promise<void> {
  await tx
    .insertInto('takings')
    .values({ ...taking, order_id, provider, time: new Date(now) })
    .execute();
}

/**
 * Credits a new user's free coins, unless the same person had an account before. Call it in the transaction that
 * creates the user.
 */
export async function giveWelcomeCoins(tx: Tx, userId: string, time: Date): Promise<void> {
  const user = await lockUser(tx, userId);
  if (await findGoneUser(tx, user)) return;
  await move(tx, { userId, change: limits.welcomeCoins, reason: 'gift', reference: userId, time });
}
