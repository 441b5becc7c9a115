import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../db/database.ts';

const lifetime = 90 * 24 * 60 * 60 * 1000;

/** Issues a token that opens the account for 90 days; only its hash is kept. */
export async function issueToken(db: Queryable, userId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: userId, expire_time: new Date(now + lifetime) })
    .execute();
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('expire_time', '<=', new Date(now))
    .execute();
  return token;
}

/** The person whom a token stands for, or null when it is unknown, revoked or expired. */
export async function findTokenUser(db: Queryable, token: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('tokens')
    .select('user_id')
    .where('hash', '=', hashOf(token))
    .where('expire_time', '>', new Date(now))
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Makes a token worthless at once. */
export async function revokeToken(db: Queryable, token: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hashOf(token)).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
