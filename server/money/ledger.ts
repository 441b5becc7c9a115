import { sql } from 'kysely';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';

export function notEnoughCoins(): ApiError {
  return new ApiError('notEnoughCoins', 'error.not-enough-coins');
}

/** Why a balance changed; translated when the ledger is shown. */
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

/** `reference` names the cause; it is unique per user and reason. */
export interface Move {
  userId: string;
  change: number;
  reason: Reason;
  reference: string;
  time: Date;
}

/**
 * Changes a balance, writes the ledger row in the caller's transaction, and returns the new balance. Throws 2218020 if
 * the balance would fall below 0. Locks the user's row until the transaction ends.
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
