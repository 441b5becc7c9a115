import type { Selectable, Transaction } from 'kysely';
import type { Schema, UsersTable } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/**
 * Makes everything else about a user's money and jobs wait until the transaction ends. Every transaction takes
 * this lock before any other, so that no two wait for each other. Refuses with 1002 when the account is gone.
 */
export async function lockUser(tx: Transaction<Schema>, userId: string): Promise<Selectable<UsersTable>> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(signInAgain);
}
