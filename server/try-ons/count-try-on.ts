import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { limits } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';

/**
 * Counts a try-on that is about to be drawn for a user; false when they have had all of today's (UTC). Refuses with 1002
 * when the account is deleted meanwhile.
 */
export async function countTryOn(
  { db, clock }: { db: Database; clock: () => number },
  userId: string,
): Promise<boolean> {
  const time = new Date(clock());
  return db.query.transaction().execute(async tx => {
    await lockUser(tx, userId);
    if ((await countOfDay(tx, 'previews', userId, time)) >= limits.tryOnsADay) return false;
    await addToDay(tx, 'previews', userId, { time, more: 1 });
    return true;
  });
}
