import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { UsersTable } from '../db/schema.ts';

/** Whose an account is or was, as the sign-in provider knows them. */
export type Identity = Pick<Selectable<UsersTable>, 'login_type' | 'login_name'>;

/**
 * Names who has an account, and outlives the account. It says nothing about them without the key, and the key lies in the same
 * database as all that it could reveal.
 */
export async function identityHash(db: Queryable, { login_type, login_name }: Identity): Promise<string> {
  const { value } = await db
    .selectFrom('hash_keys')
    .select('value')
    .where('name', '=', 'gone-users')
    .executeTakeFirstOrThrow();
  return createHmac('sha256', value)
    .update(JSON.stringify([login_type, login_name]))
    .digest('base64url');
}
