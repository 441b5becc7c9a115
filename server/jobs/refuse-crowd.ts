import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { unfinished } from './status.ts';

/** Jobs that wait or are being made at the same time: of one user some minutes of work, which a subscriber pays nothing for, and of all some hours. */
const mostWaiting = { ofOne: 30, inAll: 5_000 };

/**
 * Refuses a job with 1005 while too many are unfinished. The user's row is locked, so that parallel requests cannot
 * slip through.
 */
export async function refuseCrowd(tx: Transaction<Schema>, userId: string): Promise<void> {
  const { own, all } = await tx
    .selectFrom('jobs')
    .select(sql<number>`count(*) FILTER (WHERE user_id = ${userId})::int`.as('own'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  if (own >= mostWaiting.ofOne) throw new ApiError('tooManyRequests', 'error.jobs-waiting');
  if (all >= mostWaiting.inAll) throw new ApiError('overloaded', 'error.overloaded');
}
