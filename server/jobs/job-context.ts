import type { DbAndClock } from '../db/database.ts';
import type { RefuseReason, Stored } from '../db/schema.ts';
import type { Generator } from '../generator/generator.ts';
import type { Labels } from '../labels/open-labels.ts';
import { erase, forEver } from '../store/erasures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { endWithoutPics } from './end-without-pics.ts';
import { picsFolder } from './name-pic.ts';
import { jobStatus } from './status.ts';

export interface JobContext extends DbAndClock {
  store: ObjectStore;
  generator: Generator;
  /** 1 to 4. */
  picsPerJob: number;
  labels: Labels;
  /** Milliseconds after which a lease that is not renewed expires. */
  leaseTime: number;
  onError: (error: unknown) => void;
  /** Called once per job that this process ended. */
  onEnd: (job: Job, status: number) => void;
}

export type Job = Stored<'jobs'>;

/** In their order; null if a photo was erased meanwhile, which ends the job as refused. */
export async function readPhotos(context: JobContext, job: Job): Promise<Uint8Array[] | null> {
  const objects = await Promise.all(job.photos.map(key => context.store.get(key)));
  const photos = objects.flatMap(object => object?.bytes ?? []);
  if (photos.length === objects.length) return photos;
  const reasons = objects.flatMap((object, index) => (object ? [] : [{ index, problems: ['erased'] }]));
  await refuseJob(context, job, reasons);
  return null;
}

/** Ends a job whose photos are refused; gives held coins back. */
export async function refuseJob(context: JobContext, job: Job, reasons: RefuseReason[]): Promise<void> {
  const refuse_reasons = JSON.stringify(reasons);
  await endJob(context, job, { status: jobStatus.auditRefused, refuse_reasons });
}

/** Ends a job without pics and gives held coins back; no effect if it is over already. */
export async function endJob(
  { db, store, clock, onError, onEnd }: JobContext,
  job: Job,
  last: { status: number; refuse_reasons?: string },
): Promise<void> {
  const time = new Date(clock());
  const ended = await db.query.transaction().execute(tx => endWithoutPics(tx, job, last, time));
  if (!ended) return;
  // Housekeeping deletes later what cannot be deleted now.
  await erase({ db, store }, [picsFolder(job)], forEver).catch(onError);
  onEnd(job, last.status);
}
