import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';

/** The refusal of what would take a balance below 0. */
export function notEnoughCoins(): ApiError {
  return new ApiError('notEnoughCoins', 'error.not-enough-coins');
}

/** Why a balance changed; the words for it are chosen when the ledger is shown. */
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

/** One change of one balance; `reference` names what it was for and can be used once per user and reason. */
export interface Move {
  userId: string;
  change: number;
  reason: Reason;
  reference: string;
  time: Date;
}

/**
 * Changes a balance and writes the ledger row, in the caller's transaction, and returns the new balance. Refuses with
 * 2218020 what would take the balance below 0. The user's row stays locked until the transaction ends, so that
 * everything else about their money waits its turn.
 */
export async function move(tx: Transaction<Schema>, { userId, ...row }: Move): Promise<number> {
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
