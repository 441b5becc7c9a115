import { randomInt } from 'node:crypto';
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { JobsTable, Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import type { JobQueue } from './job-queue.ts';
import { jobStatus, unfinished } from './status.ts';

/** Jobs that wait or are being made at the same time: of one user some minutes of work, which a subscriber pays nothing for, and of all some hours. */
const mostWaiting = { ofOne: 30, inAll: 5_000 };

type NewJob = Omit<Insertable<JobsTable>, 'generate_id' | 'train_id' | 'seed' | 'status' | 'create_time'>;

/** Writes a job with new ids and a new seed, and queues it, in the caller's transaction; refuses what `refuseCrowd` does. */
export async function addJob(
  tx: Transaction<Schema>,
  { clock, queue }: { clock: () => number; queue: JobQueue },
  job: NewJob,
): Promise<Selectable<JobsTable>> {
  await refuseCrowd(tx, job.user_id);
  const created = await tx
    .insertInto('jobs')
    .values({
      ...job,
      generate_id: newId(),
      train_id: newId(),
      seed: randomInt(2 ** 31),
      status: jobStatus.toBeAudited,
      create_time: new Date(clock()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await queue.add(tx, created.generate_id);
  return created;
}

/**
 * Refuses a job with 1005 while too many are unfinished. The user's row is locked, so that parallel requests cannot
 * slip through.
 */
async function refuseCrowd(tx: Transaction<Schema>, userId: string): Promise<void> {
  const { own, all } = await tx
    .selectFrom('jobs')
    .select(sql<number>`count(*) FILTER (WHERE user_id = ${userId})::int`.as('own'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  if (own >= mostWaiting.ofOne) throw new ApiError('tooManyRequests', 'error.jobs-waiting');
  if (all >= mostWaiting.inAll) throw new ApiError('overloaded', 'error.overloaded');
}
