import type { Selectable, Transaction } from 'kysely';
import { type Identity, identityHash } from '../accounts/identity-hash.ts';
import type { GoneUsersTable, Schema, UsersTable } from '../db/schema.ts';

const day = 24 * 60 * 60 * 1000;

/** Keeps that this account existed and how many ads were rewarded today, when it is deleted; nothing else of it stays. */
export async function saveGoneUser(
  tx: Transaction<Schema>,
  user: Selectable<UsersTable>,
  time: Date,
): Promise<void> {
  const ads_that_day = await countAdsToday(tx, user, time);
  const row = { hash: await identityHash(tx, user), time, ads_that_day };
  await tx
    .insertInto('gone_users')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doUpdateSet(row))
    .execute();
}

/** The account that the same user deleted last; null when there was none. */
export async function findGoneUser(
  tx: Transaction<Schema>,
  identity: Identity,
): Promise<Selectable<GoneUsersTable> | null> {
  const found = await tx
    .selectFrom('gone_users')
    .selectAll()
    .where('hash', '=', await identityHash(tx, identity))
    .executeTakeFirst();
  return found ?? null;
}

/** How many ads were rewarded today (UTC), those of an account that was deleted today included. */
export async function countAdsToday(
  tx: Transaction<Schema>,
  user: Identity & { user_id: string },
  time: Date,
): Promise<number> {
  const today = new Date(Math.floor(time.getTime() / day) * day);
  const { count } = await tx
    .selectFrom('ad_rewards')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.user_id)
    .where('time', '>=', today)
    .executeTakeFirstOrThrow();
  const gone = await findGoneUser(tx, user);
  return Number(count) + (gone && gone.time >= today ? gone.ads_that_day : 0);
}
