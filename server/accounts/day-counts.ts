import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { signInAgain } from '../http/caller.ts';
import { identityHash } from './identity-hash.ts';

/** What is counted of each user and day (UTC): pieces, of the photo checks milliseconds. An identity token is counted by its hash. */
export type DayCount = 'previews' | 'wasted-jobs' | 'photo-checks' | 'photo-looks' | 'identity-token';

/** What is counted of each user and hour (UTC). */
export type HourCount = 'receipts' | 'order-looks';

/** How many a user had on the day of `time`, with an account that they deleted that day too. */
export async function countOfDay(db: Queryable, kind: DayCount, userId: string, time: Date): Promise<number> {
  const row = await db
    .selectFrom('day_counts')
    .select('count')
    .where('who', '=', await whoIs(db, userId))
    .where('kind', '=', kind)
    .where('day', '=', dayOf(time))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Counts so many more. */
export async function addToDay(
  db: Queryable,
  kind: DayCount,
  userId: string,
  { time, more }: { time: Date; more: number },
): Promise<void> {
  await db
    .insertInto('day_counts')
    .values({ who: await whoIs(db, userId), kind, day: dayOf(time), count: more })
    .onConflict(conflict =>
      conflict
        .columns(['who', 'kind', 'day'])
        .doUpdateSet({ count: sql<number>`day_counts.count + excluded.count` }),
    )
    .execute();
}

/** Adds to what a user has had this hour; false, and nothing is added, if it would be above `most`. */
export async function addToHour(
  db: Queryable,
  kind: HourCount,
  userId: string,
  { time, more, most }: { time: number; more: number; most: number },
): Promise<boolean> {
  const hour = new Date(time).toISOString().slice(0, 13);
  const added = await db
    .insertInto('day_counts')
    .values({ who: await whoIs(db, userId), kind, day: hour, count: more })
    .onConflict(conflict =>
      conflict
        .columns(['who', 'kind', 'day'])
        .doUpdateSet({ count: sql<number>`day_counts.count + excluded.count` })
        .where(sql<boolean>`day_counts.count + excluded.count <= ${most}::bigint`),
    )
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) > 0;
}

/** Whether something that is good once, for a day at most, is shown for the first time. */
export async function takeOnce(
  db: Queryable,
  { hash, since }: { hash: string; since: Date },
): Promise<boolean> {
  const taken = await db
    .insertInto('day_counts')
    .values({ who: hash, kind: 'identity-token', day: dayOf(since), count: 1 })
    .onConflict(conflict => conflict.columns(['who', 'kind', 'day']).doNothing())
    .executeTakeFirst();
  return Number(taken.numInsertedOrUpdatedRows) > 0;
}

/** Forgets the days before; by the clock of another process a day may last a little longer. */
export async function forgetDays({
  db,
  clock,
}: {
  db: { query: Queryable };
  clock: () => number;
}): Promise<void> {
  const yesterday = dayOf(new Date(clock() - 24 * 60 * 60_000));
  await db.query.deleteFrom('day_counts').where('day', '<', yesterday).execute();
}

async function whoIs(db: Queryable, userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['login_type', 'login_name'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(signInAgain);
  return identityHash(db, user);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
