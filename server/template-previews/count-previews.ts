import { sql } from 'kysely';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';

/** Counts previews that a user is about to get; returns how many of them they may have today (UTC). */
export async function countPreviews(
  { db, clock }: { db: Database; clock: () => number },
  userId: string,
  count: number,
): Promise<number> {
  if (count === 0) return 0;
  const day = new Date(clock()).toISOString().slice(0, 10);
  const most = limits.previewsADay;
  const before = db.query
    .selectFrom('preview_counts')
    .select('count')
    .where('user_id', '=', userId)
    .where('day', '=', day);
  const row = await db.query
    .with('before', () => before)
    .insertInto('preview_counts')
    .values({ user_id: userId, day, count: Math.min(count, most) })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({
        day,
        count: sql<number>`CASE WHEN preview_counts.day = ${day} THEN least(preview_counts.count + ${count}, ${most}) ELSE ${Math.min(count, most)} END`,
      }),
    )
    .returning(['count', sql<number>`coalesce((SELECT count FROM before), 0)`.as('before')])
    .executeTakeFirstOrThrow();
  return row.count - row.before;
}
