import type { Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** What is counted for each user and day (UTC). */
export type DayCounts = 'preview_counts' | 'wasted_jobs';

/** How many a user had on the day of `time`. */
export async function countOfDay(
  tx: Transaction<Schema>,
  table: DayCounts,
  userId: string,
  time: Date,
): Promise<number> {
  const row = await tx
    .selectFrom(table)
    .select(['day', 'count'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.day === dayOf(time) ? row.count : 0;
}

/** Counts one more; the caller has locked the user. */
export async function addToDay(
  tx: Transaction<Schema>,
  table: DayCounts,
  userId: string,
  time: Date,
): Promise<void> {
  const today = { day: dayOf(time), count: (await countOfDay(tx, table, userId, time)) + 1 };
  await tx
    .insertInto(table)
    .values({ user_id: userId, ...today })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(today))
    .execute();
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
