import type { Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { JobsTable, RefuseReason } from '../db/schema.ts';
import type { Generator } from '../generator/generator.ts';
import type { Labels } from '../labels/open-labels.ts';
import { erase, forEver } from '../store/erasures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { endWithoutPics } from './end-without-pics.ts';
import { picsFolder } from './name-pic.ts';
import { jobStatus } from './status.ts';

/** What the work on a job needs. */
export interface JobContext {
  db: Database;
  store: ObjectStore;
  generator: Generator;
  clock: () => number;
  /** How many pics a job makes, 1 to 4. */
  picsPerJob: number;
  labels: Labels;
  /** How long a job belongs to a process that no longer renews its lease (ms). */
  leaseTime: number;
  onError: (error: unknown) => void;
  /** Called once for each job that this process brought to its end. */
  onEnd: (job: Job, status: number) => void;
}

/** A job's row. */
export type Job = Selectable<JobsTable>;

/** The photos of a job in their order; null where one was erased while it waited, which ends the job as refused. */
export async function readPhotos(context: JobContext, job: Job): Promise<Uint8Array[] | null> {
  const objects = await Promise.all(job.photos.map(key => context.store.get(key)));
  const photos = objects.flatMap(object => object?.bytes ?? []);
  if (photos.length === objects.length) return photos;
  const reasons = objects.flatMap((object, index) => (object ? [] : [{ index, problems: ['erased'] }]));
  await refuseJob(context, job, reasons);
  return null;
}

/** Ends a job whose photos are not accepted; what it held comes back. */
export async function refuseJob(context: JobContext, job: Job, reasons: RefuseReason[]): Promise<void> {
  const refuse_reasons = JSON.stringify(reasons);
  await endJob(context, job, { status: jobStatus.auditRefused, refuse_reasons });
}

/** Ends a job without pics, unless it is over already; what it held comes back. */
export async function endJob(
  { db, store, clock, onError, onEnd }: JobContext,
  job: Job,
  last: { status: number; refuse_reasons?: string },
): Promise<void> {
  const time = new Date(clock());
  const ended = await db.query.transaction().execute(tx => endWithoutPics(tx, job, last, time));
  if (!ended) return;
  // What cannot be removed now is removed by housekeeping later.
  await erase({ db, store }, [picsFolder(job)], forEver).catch(onError);
  onEnd(job, last.status);
}
