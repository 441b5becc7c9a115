import type { Transaction } from 'kysely';
import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';

/** Jobs of a user that may end without pics in a day after work on them had begun: deleted, refused or failed, they cost nothing. */
const mostADay = 40;

/** Counts a job that has ended without pics, where work on it had begun. */
export async function countWasted(
  tx: Transaction<Schema>,
  { user_id, attempts }: { user_id: string; attempts: number },
  time: Date,
): Promise<void> {
  if (attempts > 0) await addToDay(tx, 'wasted-jobs', user_id, { time, more: 1 });
}

/** Refuses a job with 1005 when too many of the user's jobs ended today without pics. */
export async function refuseWasters(tx: Transaction<Schema>, userId: string, time: Date): Promise<void> {
  if ((await countOfDay(tx, 'wasted-jobs', userId, time)) < mostADay) return;
  throw new ApiError('tooManyRequests', 'error.last-try');
}
