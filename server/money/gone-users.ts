import { type Identity, identityHash } from '../accounts/user.ts';
import type { Stored, Tx } from '../db/schema.ts';

const day = 24 * 60 * 60 * 1000;

/** Keeps a keyed hash, the time, and the number of ads rewarded that day when an account is deleted. */
export async function saveGoneUser(tx: Tx, user: Stored<'users'>, time: Date): Promise<void> {
  const ads_that_day = await countAdsToday(tx, user, time);
  const row = { hash: await identityHash(tx, user), time, ads_that_day };
  await tx
    .insertInto('gone_users')
    .values(row)
    .onConflict(conflict => conflict.column('hash').doUpdateSet(row))
    .execute();
}

/** The last account that the same person deleted; null if there is none. */
export async function findGoneUser(tx: Tx, identity: Identity): Promise<Stored<'gone_users'> | null> {
  const found = await tx
    .selectFrom('gone_users')
    .selectAll()
    .where('hash', '=', await identityHash(tx, identity))
    .executeTakeFirst();
  return found ?? null;
}

/** Counts ads rewarded today (UTC), including those of an account deleted today. */
export async function countAdsToday(
  tx: Tx,
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
