import type { Updateable } from 'kysely';
import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import { lockUser } from '../accounts/user.ts';
import type { DbAndClock } from '../db/database.ts';
import type { JobsTable, RefuseReason, Stored, Tx } from '../db/schema.ts';
import type { Generator } from '../generator/generator.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';
import type { Labels } from '../labels/open-labels.ts';
import { move } from '../money/ledger.ts';
import { erase, forEver, noteErasures } from '../store/erasures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { picsFolder } from './name-pic.ts';
import { jobStatus, unfinished } from './status.ts';

export interface JobContext extends DbAndClock {
  store: ObjectStore;
  generator: Generator;
  /** 1 to 4. */
  picsPerJob: number;
  labels: Labels;
  /** A lease expires this long (ms) after its last renewal. */
  leaseTime: number;
  onError: (error: unknown) => void;
  /** Called once for each job that ended in this process. */
  onEnd: (job: Job, status: number) => void;
}

export type Job = Stored<'jobs'>;

/** Reads the job's photos, in order. Null if a photo was deleted; the job then ends as refused. */
export async function readPhotos(context: JobContext, job: Job): Promise<Uint8Array[] | null> {
  const objects = await Promise.all(job.photos.map(key => context.store.get(key)));
  const photos = objects.flatMap(object => object?.bytes ?? []);
  if (photos.length === objects.length) return photos;
  const reasons = objects.flatMap((object, index) => (object ? [] : [{ index, problems: ['erased'] }]));
  await refuseJob(context, job, reasons);
  return null;
}

export async function refuseJob(context: JobContext, job: Job, reasons: RefuseReason[]): Promise<void> {
  const refuse_reasons = JSON.stringify(reasons);
  await endJob(context, job, { status: jobStatus.auditRefused, refuse_reasons });
}

/** Ends a job without pics and gives its held coins back. No effect if the job is over already. */
export async function endJob(
  { db, store, clock, onError, onEnd }: JobContext,
  job: Job,
  last: { status: number; refuse_reasons?: string },
): Promise<void> {
  const time = new Date(clock());
  const ended = await db.query.transaction().execute(tx => endWithoutPics(tx, job, last, time));
  if (!ended) return;
  // If this fails, a later housekeeping run deletes the pics.
  await erase({ db, store }, [picsFolder(job)], forEver).catch(onError);
  onEnd(job, last.status);
}

type HeldJob = Pick<Stored<'jobs'>, 'user_id' | 'generate_id' | 'held' | 'redo_of' | 'attempts'>;

/**
 * Sets the job's final status, schedules the deletion of stored pics, and gives the held coins back. False if the job
 * was over already.
 */
async function endWithoutPics(
  tx: Tx,
  job: HeldJob,
  last: Updateable<JobsTable>,
  time: Date,
): Promise<boolean> {
  await lockUser(tx, job.user_id);
  const ended = await tx
    .updateTable('jobs')
    .set({ ...last, end_time: time, lease_until: null })
    .where('generate_id', '=', job.generate_id)
    .where('status', 'in', unfinished)
    .returning('generate_id')
    .executeTakeFirst();
  if (!ended) return false;
  await noteErasures(tx, [picsFolder(job)], forEver);
  await countWasted(tx, job, time);
  await giveBack(tx, job, time);
  return true;
}

/** Gives held coins back. If the job was a redo, allows the user to request it again. */
export async function giveBack(tx: Tx, job: HeldJob, time: Date): Promise<void> {
  if (job.redo_of !== null) {
    await tx.updateTable('jobs').set({ remedied: false }).where('generate_id', '=', job.redo_of).execute();
  }
  if (job.held === 0) return;
  const { user_id: userId, held: change, generate_id: reference } = job;
  await move(tx, { userId, change, reason: 'give_back', reference, time });
}

export async function countWasted(
  tx: Tx,
  { user_id, attempts }: { user_id: string; attempts: number },
  time: Date,
): Promise<void> {
  if (attempts > 0) await addToDay(tx, 'wasted-jobs', user_id, { time, more: 1 });
}

/** Throws 1005 if too many of the user's jobs ended without pics today (UTC). */
export async function refuseWasters(tx: Tx, userId: string, time: Date): Promise<void> {
  if ((await countOfDay(tx, 'wasted-jobs', userId, time)) < bounds.wastedJobs.ofOne) return;
  throw new ApiError('tooManyRequests', 'error.last-try');
}
