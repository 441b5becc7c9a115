import { sql } from 'kysely';
import { type DbAndClock, deleteOld, type Queryable } from '../db/database.ts';
import type { DayCountsTable } from '../db/schema.ts';
import { signInAgain } from '../http/caller.ts';
import { identityHash } from './user.ts';

/** Counted per user and day (UTC). `photo-checks` counts milliseconds; `identity-token` counts per token. */
export type DayCount = 'previews' | 'wasted-jobs' | 'photo-checks' | 'photo-comparisons' | 'identity-token';

/** Things counted per user and hour (UTC). */
export type HourCount = 'receipts' | 'order-checks';

/** The user's count on the day of `time`. Includes the counts of an account that the same person deleted that day. */
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

export async function addToDay(
  db: Queryable,
  kind: DayCount,
  userId: string,
  { time, more }: { time: Date; more: number },
): Promise<void> {
  await addCount(db, { who: await whoIs(db, userId), kind, day: dayOf(time), count: more });
}

/** Adds to a count, or begins it. If the sum would exceed `most`, adds nothing and returns false. */
export async function addCount(db: Queryable, row: DayCountsTable, most?: number): Promise<boolean> {
  const added = await db
    .insertInto('day_counts')
    .values(row)
    .onConflict(conflict => {
      const sum = sql<number>`day_counts.count + excluded.count`;
      const adding = conflict.columns(['who', 'kind', 'day']).doUpdateSet({ count: sum });
      return most === undefined ? adding : adding.where(sql<boolean>`${sum} <= ${most}::bigint`);
    })
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows) > 0;
}

/** Adds `more` to the count of this hour. If the sum would exceed `most`, adds nothing and returns false. */
export async function addToHour(
  db: Queryable,
  kind: HourCount,
  userId: string,
  { time, more, most }: { time: number; more: number; most: number },
): Promise<boolean> {
  const hour = new Date(time).toISOString().slice(0, 13);
  return addCount(db, { who: await whoIs(db, userId), kind, day: hour, count: more }, most);
}

/** False if the one-time token was used before. It must expire within a day after `since`. */
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

/** Deletes counts older than yesterday's. Yesterday's stay: one-time tokens may be a day old, and clocks may differ. */
export async function forgetDays({ db, clock }: DbAndClock): Promise<void> {
  const yesterday = dayOf(new Date(clock() - 24 * 60 * 60_000));
  await deleteOld(db.query, 'day_counts', sql`day < ${yesterday}`);
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
