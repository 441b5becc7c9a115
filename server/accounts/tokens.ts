import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';

const lifetime = 90 * 24 * 60 * 60 * 1000;

/** Issues a token that opens the account for 90 days; only its hash is kept. */
export async function issueToken(db: Queryable, userId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: userId, expire_time: new Date(now + lifetime) })
    .execute();
  return token;
}

/** Removes the tokens that have expired. */
export async function forgetExpiredTokens({
  db,
  clock,
}: {
  db: Database;
  clock: () => number;
}): Promise<void> {
  await db.query.deleteFrom('tokens').where('expire_time', '<=', new Date(clock())).execute();
}

/** Whose the token with this hash is and when it expires (milliseconds), or null when it is unknown or expired. */
export async function findToken(
  db: Queryable,
  hash: string,
  now: number,
): Promise<{ userId: string; expires: number } | null> {
  const row = await db
    .selectFrom('tokens')
    .select(['user_id', 'expire_time'])
    .where('hash', '=', hash)
    .where('expire_time', '>', new Date(now))
    .executeTakeFirst();
  return row ? { userId: row.user_id, expires: row.expire_time.getTime() } : null;
}

/** Makes the token with this hash worthless. */
export async function revokeToken(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hash).execute();
}

/** The only form in which a token is kept. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
