import { hash, randomBytes } from 'node:crypto';
import type { DbAndClock, Queryable } from '../db/database.ts';
import { bounds } from '../http/limits/bounds.ts';

/** Milliseconds. */
export const tokenLife = 90 * 24 * 60 * 60 * 1000;

/** Issues a token for 90 days; only its hash is kept. Removes the user's oldest tokens above the limit. */
export async function issueToken(db: Queryable, userId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(token), user_id: userId, expire_time: new Date(now + tokenLife) })
    .execute();
  const own = db.selectFrom('tokens').select('hash').where('user_id', '=', userId);
  await db
    .deleteFrom('tokens')
    .where('hash', 'in', own.orderBy('expire_time', 'desc').orderBy('hash').offset(bounds.tokens.ofOne))
    .execute();
  return token;
}

export async function removeExpiredTokens({ db, clock }: DbAndClock): Promise<void> {
  await db.query.deleteFrom('tokens').where('expire_time', '<=', new Date(clock())).execute();
}

/** `expires` in milliseconds since 1970. */
export interface TokenOwner {
  userId: string;
  expires: number;
}

/** By hash; unknown and expired tokens are absent. */
export async function findTokens(
  db: Queryable,
  hashes: string[],
  now: number,
): Promise<Map<string, TokenOwner>> {
  const rows = await db
    .selectFrom('tokens')
    .selectAll()
    .where('hash', 'in', hashes)
    .where('expire_time', '>', new Date(now))
    .execute();
  return new Map(rows.map(row => [row.hash, { userId: row.user_id, expires: row.expire_time.getTime() }]));
}

export async function revokeToken(db: Queryable, hash: string): Promise<void> {
  await db.deleteFrom('tokens').where('hash', '=', hash).execute();
}

/** The only stored form of a token. */
export function hashOf(token: string): string {
  return hash('sha256', token);
}
