import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/** Throws 1002 if the account was just deleted. */
export async function loadUser(db: Queryable, userId: string): Promise<Stored<'users'>> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(signInAgain);
}

/** 0 if the subscription has expired. */
export function vipLevelOf(
  user: Pick<Stored<'users'>, 'vip_level' | 'vip_expire_time'>,
  now: number,
): number {
  const valid = user.vip_expire_time !== null && user.vip_expire_time.getTime() > now;
  return valid ? user.vip_level : 0;
}

/** The key prefix of a user's photos; upload credentials may write only there. */
export function photosPrefix(userId: string): string {
  return `photos/${userId}/`;
}

export function tryOnsPrefix(userId: string): string {
  return `previews/${userId}/`;
}

/** The key prefix of the try-ons of one photo. */
export function tryOnsOfPhoto(photoKey: string): string {
  return `${photoKey.replace(/^photos/, 'previews')}/`;
}

export function picsPrefix(userId: string): string {
  return `pics/${userId}/`;
}
