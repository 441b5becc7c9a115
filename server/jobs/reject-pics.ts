import type { Selectable, Transaction } from 'kysely';
import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { lockUser } from '../accounts/lock-user.ts';
import type { RejectReason } from '../contract/jobs.ts';
import type { Database } from '../db/database.ts';
import type { JobsTable, Schema } from '../db/schema.ts';
import { wrongParameter } from '../http/api-error.ts';
import { move } from '../money/ledger.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { addJob } from './add-job.ts';
import { photoKeys } from './create-job.ts';
import { findJob, type OwnJob } from './delete-job.ts';
import type { JobQueue } from './job-queue.ts';
import type { Rejections } from './measure-jobs.ts';
import type { PhotoChecks } from './photo-checks/photo-checks.ts';
import { type PhotosForRedoParts, photosForRedo } from './photos-for-redo.ts';
import { type RemedyOffer, remedyOf } from './remedy.ts';
import { unfinished } from './status.ts';
import { refuseWasters } from './wasted-work.ts';

type Job = Selectable<JobsTable>;

/** What making pics again and giving coins back need. */
export interface RejectPicsParts extends ConsentParts {
  config: ConsentParts['config'] & RemedyOffer & PhotosForRedoParts['config'];
  db: Database;
  clock: () => number;
  store: ObjectStore;
  storage: PictureStorage;
  photoChecks: PhotoChecks;
  queue: JobQueue;
  rejections: Rejections;
}

/**
 * Makes the pics of a job again for nothing, with another seed and framing, from the photos that the user chose for it, else from
 * more photos of theirs where there are, the next best first. While the redo runs, a repeated call returns it. It counts
 * only once it has pics: a redo that fails or is deleted before can be asked for again.
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

/** Gives back what a user paid for pics whose redo they reject too; returns the coins. */
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
  tx: Transaction<Schema>,
  { config, clock }: RejectPicsParts,
  job: Job,
  wanted: 'redo' | 'coins',
): Promise<void> {
  if (remedyOf(job, config, clock()) !== wanted) throw wrongParameter('train_id', `parameter.no-${wanted}`);
  await tx.updateTable('jobs').set({ remedied: true }).where('generate_id', '=', job.generate_id).execute();
}

function findRunningRedo(tx: Transaction<Schema>, job: Job): Promise<Job | undefined> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where('redo_of', '=', job.generate_id)
    .where('user_id', '=', job.user_id)
    .where('status', 'in', unfinished)
    .executeTakeFirst();
}
