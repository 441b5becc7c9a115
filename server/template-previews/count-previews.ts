import { lockUser } from '../accounts/lock-user.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';

/**
 * Counts previews that a user is about to get; returns how many of them they may have today (UTC). Refuses with 1002 when
 * the account is deleted meanwhile.
 */
export async function countPreviews(
  { db, clock }: { db: Database; clock: () => number },
  userId: string,
  count: number,
): Promise<number> {
  if (count === 0) return 0;
  const day = new Date(clock()).toISOString().slice(0, 10);

  return db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    const row = await tx
      .selectFrom('preview_counts')
      .select(['day', 'count'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const before = row?.day === day ? row.count : 0;
    const today = { day, count: Math.min(before + count, limits.previewsADay) };
    await tx
      .insertInto('preview_counts')
      .values({ user_id: userId, ...today })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(today))
      .execute();
    return today.count - before;
  });
}
