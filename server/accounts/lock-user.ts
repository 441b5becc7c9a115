import type { Stored, Tx } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/**
 * Serializes transactions on a user's money and jobs. Take this lock first in every transaction, to avoid deadlocks.
 * Throws 1002 if the account is gone.
 */
export async function lockUser(tx: Tx, userId: string): Promise<Stored<'users'>> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(signInAgain);
}
