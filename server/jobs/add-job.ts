import { randomInt } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { JobsTable, Stored, Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';
import type { JobQueue } from './job-queue.ts';
import { jobStatus, unfinished } from './status.ts';

type NewJob = Omit<Insertable<JobsTable>, 'generate_id' | 'train_id' | 'seed' | 'status' | 'create_time'>;

/** Saves and queues a job with new ids and a new seed, in the caller's transaction; throws like `refuseCrowd`. */
export async function addJob(
  tx: Tx,
  { clock, queue }: { clock: () => number; queue: JobQueue },
  job: NewJob,
): Promise<Stored<'jobs'>> {
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

/** Throws 1005 if too many jobs are unfinished. The caller must have locked the user's row. */
async function refuseCrowd(tx: Tx, userId: string): Promise<void> {
  const { own, all } = await tx
    .selectFrom('jobs')
    .select(sql<number>`count(*) FILTER (WHERE user_id = ${userId})::int`.as('own'))
    .select(sql<number>`count(*)::int`.as('all'))
    .where('status', 'in', unfinished)
    .executeTakeFirstOrThrow();
  if (own >= bounds.unfinishedJobs.ofOne) throw new ApiError('tooManyRequests', 'error.jobs-waiting');
  if (all >= bounds.unfinishedJobs.inAll) throw new ApiError('overloaded', 'error.overloaded');
}
