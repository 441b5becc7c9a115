import { lockUser } from '../accounts/user.ts';
import type { DbAndClock, Queryable } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { notFound } from '../http/api-error.ts';
import { erase, forEver, noteErasures } from '../store/erasures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { countWasted, giveBack } from './job-context.ts';
import type { JobQueue } from './job-queue.ts';
import { picsFolder } from './name-pic.ts';
import { unfinished } from './status.ts';

/** `generateId` is null if the caller did not send one. */
export interface OwnJob {
  userId: string;
  trainId: string;
  generateId: string | null;
}

export interface DeleteJobParts extends DbAndClock {
  store: ObjectStore;
  queue: JobQueue;
}

/** Deletes a job and its pics. An unfinished job is cancelled and its coins are given back. */
export async function deleteJob({ db, clock, store, queue }: DeleteJobParts, own: OwnJob): Promise<void> {
  const job = await db.query.transaction().execute(async tx => {
    await lockUser(tx, own.userId);
    const job = await findJob(tx, own);
    await tx.deleteFrom('jobs').where('generate_id', '=', job.generate_id).execute();
    if (unfinished.includes(job.status)) {
      const time = new Date(clock());
      await countWasted(tx, job, time);
      await giveBack(tx, job, time);
    }
    await noteErasures(tx, [picsFolder(job)], forEver);
    return job;
  });

  queue.cancel(job.generate_id);
  await erase({ db, store }, [picsFolder(job)], forEver);
}

export async function deletePic(
  { db, store }: Pick<DeleteJobParts, 'db' | 'store'>,
  own: OwnJob,
  picId: string,
): Promise<void> {
  const key = await db.query.transaction().execute(async tx => {
    await lockUser(tx, own.userId);
    const { generate_id } = await findJob(tx, own);
    const pic = await tx
      .deleteFrom('pics')
      .where('pic_id', '=', picId)
      .where('generate_id', '=', generate_id)
      .returning('key')
      .executeTakeFirst();
    if (!pic) throw notFound();

    const isLeft = await tx
      .selectFrom('pics')
      .select('pic_id')
      .where('generate_id', '=', generate_id)
      .executeTakeFirst();
    if (!isLeft) await tx.deleteFrom('jobs').where('generate_id', '=', generate_id).execute();
    await noteErasures(tx, [pic.key], forEver);
    return pic.key;
  });
  await erase({ db, store }, [key], forEver);
}

/** Throws 1003 if the job does not exist or belongs to another user. */
export async function findJob(db: Queryable, own: OwnJob): Promise<Stored<'jobs'>> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', own.userId)
    .where('train_id', '=', own.trainId)
    .$if(own.generateId !== null, query => query.where('generate_id', '=', own.generateId!))
    .executeTakeFirstOrThrow(notFound);
}
