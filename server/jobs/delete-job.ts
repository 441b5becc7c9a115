import { sql } from 'kysely';
import { picsPrefix } from '../accounts/user.ts';
import { notFound } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import { giveBack } from './settle-job.ts';
import { unfinished } from './status.ts';

/** A job of a person; `generateId` may be missing. */
export interface OwnJob {
  userId: string;
  trainId: string;
  generateId: string | null;
}

/** Removes a job with its pics; one that still runs is cancelled and its coins come back. */
export async function deleteJob(services: Services, own: OwnJob): Promise<void> {
  const generateId = await services.db.query.transaction().execute(async tx => {
    await sql`SELECT 1 FROM users WHERE user_id = ${own.userId} FOR UPDATE`.execute(tx);
    const job = await tx
      .deleteFrom('jobs')
      .where('user_id', '=', own.userId)
      .where('train_id', '=', own.trainId)
      .$if(own.generateId !== null, query => query.where('generate_id', '=', own.generateId!))
      .returningAll()
      .executeTakeFirst();
    if (!job) throw notFound();

    if (unfinished.includes(job.status)) await giveBack(tx, job, new Date(services.clock()));
    return job.generate_id;
  });

  services.queue.cancel(generateId);
  await services.store.deletePrefix(`${picsPrefix(own.userId)}${generateId}/`);
}

/** Removes one pic of a job; the last one takes the job with it. */
export async function deletePic(services: Services, own: OwnJob, picId: string): Promise<void> {
  const { db, store } = services;
  const job = await findJob(services, own);
  const pic = await db.query
    .deleteFrom('pics')
    .where('pic_id', '=', picId)
    .where('generate_id', '=', job.generate_id)
    .returning('key')
    .executeTakeFirst();
  if (!pic) throw notFound();
  await store.delete(pic.key);

  const left = await db.query
    .selectFrom('pics')
    .select('pic_id')
    .where('generate_id', '=', job.generate_id)
    .executeTakeFirst();
  if (!left) await deleteJob(services, { ...own, generateId: job.generate_id });
}

/** The job of the person who asks; refuses with 1003 when it is somebody else's or does not exist. */
export async function findJob({ db }: Services, own: OwnJob) {
  const job = await db.query
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', own.userId)
    .where('train_id', '=', own.trainId)
    .$if(own.generateId !== null, query => query.where('generate_id', '=', own.generateId!))
    .executeTakeFirst();
  if (!job) throw notFound();
  return job;
}
