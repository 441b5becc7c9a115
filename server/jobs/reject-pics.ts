import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { lockUser } from '../accounts/user.ts';
import type { RejectReason } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import type { Database, DbAndClock } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';
import { move } from '../money/ledger.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { addJob, photoKeys } from './create-job.ts';
import { findJob, type OwnJob } from './delete-job.ts';
import { refuseWasters } from './job-context.ts';
import type { JobQueue } from './job-queue.ts';
import { type RemedyOffer, remedyOf } from './job-view.ts';
import type { Rejections } from './measure-jobs.ts';
import type { PhotoChecks } from './photo-checks/photo-checks.ts';
import { unfinished } from './status.ts';

/** `remoteGenerator` is null with the embedded generator, which compares faces if `faceMatch` is true. */
interface PhotosForRedoParts {
  config: { remoteGenerator: object | null; faceMatch: boolean };
  db: Database;
  store: ObjectStore;
}

const mostJobs = 20;

type Job = Stored<'jobs'>;

export interface RejectPicsParts extends ConsentParts, DbAndClock {
  config: ConsentParts['config'] & RemedyOffer & PhotosForRedoParts['config'];
  store: ObjectStore;
  storage: PictureStorage;
  photoChecks: PhotoChecks;
  queue: JobQueue;
  rejections: Rejections;
}

/**
 * Creates a free redo with another seed and framing. Uses the photos that the user chose, else those of
 * `photosForRedo`. If a redo is already running, returns that one. If a redo fails or is deleted before it produced
 * pics, the user may request it again.
 */
export async function redoJob(
  parts: RejectPicsParts,
  own: OwnJob,
  { reason, resource_pics: chosen }: { reason: RejectReason; resource_pics?: string[] },
  gone: AbortSignal,
): Promise<Job> {
  const rejected = await findJob(parts.db.query, own);
  const photos = chosen
    ? photoKeys(parts.storage, own.userId, chosen)
    : await photosForRedo(parts, rejected, reason);
  if (chosen) await parts.photoChecks.check(own.userId, photos, gone);
  if (photos.length === 0) throw wrongParameter('train_id', 'parameter.photos-gone');

  const { redo, isNew } = await parts.db.query.transaction().execute(async tx => {
    requireConsent(parts, await lockUser(tx, own.userId));
    const job = await findJob(tx, own);
    const running = await findRunningRedo(tx, job);
    if (running) return { redo: running, isNew: false };
    await refuseWasters(tx, own.userId, new Date(parts.clock()));
    await takeRemedy(tx, parts, job, 'redo');
    const { generate_id, template_id, style_id, language } = job;
    const redo = await addJob(tx, parts, {
      user_id: own.userId,
      template_id,
      style_id,
      language,
      photos,
      held: 0,
      idempotency_key: null,
      redo_of: generate_id,
      first_job: job.first_job ?? generate_id,
      redo_number: job.redo_number + 1,
      paid: job.redo_of === null ? job.held : job.paid,
    });
    return { redo, isNew: true };
  });
  if (isNew) parts.rejections.inc({ template: redo.template_id, reason, remedy: 'redo' });
  parts.queue.wake();
  return redo;
}

/** Gives the price in coins back after the user rejected the last redo too. */
export async function returnCoins(
  parts: RejectPicsParts,
  own: OwnJob,
  reason: RejectReason,
): Promise<number> {
  const job = await parts.db.query.transaction().execute(async tx => {
    await lockUser(tx, own.userId);
    const rejected = await findJob(tx, own);
    await takeRemedy(tx, parts, rejected, 'coins');
    const { user_id: userId, paid: change, first_job: reference } = rejected;
    const time = new Date(parts.clock());
    await move(tx, { userId, change, reason: 'rejected', reference: reference!, time });
    return rejected;
  });
  parts.rejections.inc({ template: job.template_id, reason, remedy: 'coins' });
  return job.paid;
}

async function takeRemedy(
  tx: Tx,
  { config, clock }: RejectPicsParts,
  job: Job,
  wanted: 'redo' | 'coins',
): Promise<void> {
  if (remedyOf(job, config, clock()) !== wanted) throw wrongParameter('train_id', `parameter.no-${wanted}`);
  await tx.updateTable('jobs').set({ remedied: true }).where('generate_id', '=', job.generate_id).execute();
}

function findRunningRedo(tx: Tx, job: Job): Promise<Job | undefined> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('redo_of', '=', job.generate_id)
    .where('user_id', '=', job.user_id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
}

/**
 * Photo keys for a redo: the job's photos that still exist. If the user says that the pics do not look like them, adds
 * accepted photos of their latest jobs, up to five in all. Only the embedded generator gets these added photos, because
 * it ignores photos of other people. Empty if the front photo is gone.
 */
async function photosForRedo(
  { config, db, store }: PhotosForRedoParts,
  { photos, user_id }: Stored<'jobs'>,
  reason: RejectReason,
): Promise<string[]> {
  const wantsOthers = reason === 'not-like-me' && config.remoteGenerator === null && config.faceMatch;
  const others = wantsOthers ? await reviewedPhotos(db, user_id) : [];
  const keys = [...new Set([...photos, ...others])];
  const heads = await Promise.all(keys.map(key => store.head(key)));
  // The user may have uploaded the same photo twice.
  const isFirst = (index: number) => heads.findIndex(head => head?.etag === heads[index]?.etag) === index;
  const stored = keys.filter((_, index) => heads[index] && isFirst(index));
  return heads[0] ? stored.slice(0, limits.photos) : [];
}

async function reviewedPhotos(db: Database, userId: string): Promise<string[]> {
  const jobs = await db.query
    .selectFrom('jobs')
    .select('photos')
    .where('user_id', '=', userId)
    .where('start_time', 'is not', null)
    .orderBy('position', 'desc')
    .limit(mostJobs)
    .execute();
  return jobs.flatMap(({ photos }) => photos);
}
