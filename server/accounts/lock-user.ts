import type { Selectable, Transaction } from 'kysely';
import type { Schema, UsersTable } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/**
 * Serializes transactions on a user's money and jobs. Take this lock first in every transaction, to avoid deadlocks.
 * Throws 1002 if the account is gone.
 */
export async function lockUser(tx: Transaction<Schema>, userId: string): Promise<Selectable<UsersTable>> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(signInAgain);
}
