import { lockUser } from '../accounts/lock-user.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';

/**
 * Counts a preview that is about to be drawn for a user; false when they have had all of today's (UTC). Refuses with 1002
 * when the account is deleted meanwhile.
 */
export async function countPreview(
  { db, clock }: { db: Database; clock: () => number },
  userId: string,
): Promise<boolean> {
  const day = new Date(clock()).toISOString().slice(0, 10);

  return db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    const row = await tx
      .selectFrom('preview_counts')
      .select(['day', 'count'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const before = row?.day === day ? row.count : 0;
    if (before >= limits.previewsADay) return false;
    const today = { day, count: before + 1 };
    await tx
      .insertInto('preview_counts')
      .values({ user_id: userId, ...today })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(today))
      .execute();
    return true;
  });
}
