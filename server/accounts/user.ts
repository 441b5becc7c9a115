import { createHmac } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/** Throws 1002 if the account has just been deleted. */
export async function loadUser(db: Queryable, userId: string): Promise<Stored<'users'>> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(signInAgain);
}

/** The user's VIP level; 0 after the subscription has expired. */
export function vipLevelOf(
  user: Pick<Stored<'users'>, 'vip_level' | 'vip_expire_time'>,
  now: number,
): number {
  const valid = user.vip_expire_time !== null && user.vip_expire_time.getTime() > now;
  return valid ? user.vip_level : 0;
}

/** Key prefix of a user's photos in the store. Upload credentials allow writing only there. */
export function photosPrefix(userId: string): string {
  return `photos/${userId}/`;
}

export function tryOnsPrefix(userId: string): string {
  return `previews/${userId}/`;
}

export function tryOnsOfPhoto(photoKey: string): string {
  return `${photoKey.replace(/^photos/, 'previews')}/`;
}

export function picsPrefix(userId: string): string {
  return `pics/${userId}/`;
}

/** Call this first in each transaction on a user's money or jobs. Throws 1002 if the account is gone. */
export async function lockUser(tx: Tx, userId: string): Promise<Stored<'users'>> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(signInAgain);
}

export type Identity = Pick<Stored<'users'>, 'login_type' | 'login_name'>;

/** A keyed hash of a sign-in, which may be stored after the account is deleted. Only the database has the key. */
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
