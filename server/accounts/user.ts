import type { Selectable } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { UsersTable } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';

/** The user behind a token; refuses with 1002 when the account has just been deleted. */
export async function loadUser(db: Queryable, userId: string): Promise<Selectable<UsersTable>> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(signInAgain);
}

/** The level that counts now: an expired subscription is worth 0. */
export function vipLevelOf(
  user: Pick<Selectable<UsersTable>, 'vip_level' | 'vip_expire_time'>,
  now: number,
): number {
  const valid = user.vip_expire_time !== null && user.vip_expire_time.getTime() > now;
  return valid ? user.vip_level : 0;
}

/** The key prefix below which a user's photos lie, and the only one their upload credentials may write. */
export function photosPrefix(userId: string): string {
  return `photos/${userId}/`;
}

/** The key prefix below which all try-ons of a user lie. */
export function tryOnsPrefix(userId: string): string {
  return `previews/${userId}/`;
}

/** The key prefix below which the try-ons made of a photo lie. */
export function tryOnsOfPhoto(photoKey: string): string {
  return `${photoKey.replace(/^photos/, 'previews')}/`;
}

/** The key prefix below which a user's pics lie. */
export function picsPrefix(userId: string): string {
  return `pics/${userId}/`;
}
