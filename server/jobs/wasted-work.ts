import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';

/** Counts a job that ended without pics after work on it began. */
export async function countWasted(
  tx: Tx,
  { user_id, attempts }: { user_id: string; attempts: number },
  time: Date,
): Promise<void> {
  if (attempts > 0) await addToDay(tx, 'wasted-jobs', user_id, { time, more: 1 });
}

/** Throws 1005 if too many of the user's jobs ended without pics today. */
export async function refuseWasters(tx: Tx, userId: string, time: Date): Promise<void> {
  if ((await countOfDay(tx, 'wasted-jobs', userId, time)) < bounds.wastedJobs.ofOne) return;
  throw new ApiError('tooManyRequests', 'error.last-try');
}
