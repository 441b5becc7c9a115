import { randomInt } from 'node:crypto';
import type { Insertable, Selectable, Transaction } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { JobsTable, Schema } from '../db/schema.ts';
import type { JobQueue } from './job-queue.ts';
import { refuseCrowd } from './refuse-crowd.ts';
import { jobStatus } from './status.ts';

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
