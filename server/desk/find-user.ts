import { vipLevelOf } from '../accounts/user.ts';
import type { Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { DeskRefusal, momentCell, type Row } from './desk-output.ts';

/** Throws if there is no such user. */
export async function findUser(db: Queryable, userId: string): Promise<Stored<'users'>> {
  const user = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!user)
    throw new DeskRefusal(`There is no user ${userId}; "user find" looks by nickname, order and receipt.`);
  return user;
}

/** `now` in milliseconds. */
export function userRow(user: Stored<'users'>, now: number): Row {
  return {
    user_id: user.user_id,
    nickname: user.nickname,
    login: user.login_type,
    coins: user.coins,
    vip_until: vipLevelOf(user, now) > 0 ? momentCell(user.vip_expire_time) : null,
    since: momentCell(user.create_time),
  };
}
