import { createHmac } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';

/** The user's id at the sign-in provider. */
export type Identity = Pick<Stored<'users'>, 'login_type' | 'login_name'>;

/**
 * A keyed hash of the user's identity; it outlives the account. Useless without the key, which is in the same database
 * as everything it could reveal.
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
