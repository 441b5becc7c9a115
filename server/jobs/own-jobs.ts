import { randomInt } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { loadUser, lockUser, photosPrefix, vipLevelOf } from '../accounts/user.ts';
import type { RejectReason } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import { type Database, type DbAndClock, newId, type Queryable } from '../db/database.ts';
import type { JobsTable, Stored, Tx } from '../db/schema.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { bounds } from '../http/limits/limiters.ts';
import type { Language } from '../languages/languages.ts';
import { move, notEnoughCoins } from '../money/ledger.ts';
import { erase, forEver, noteErasures } from '../store/erasures.ts';
import type { ObjectStore, PictureStorage } from '../store/object-store.ts';
import { countWasted, giveBack, refuseWasters } from './job-context.ts';
import type { JobQueue } from './job-queue.ts';
import { type RemedyOffer, remedyOf } from './job-view.ts';
import type { Rejections } from './measure-waits.ts';
import type { PhotoChecks } from './photo-checks/photo-checks.ts';
import { jobStatus, picsFolder, unfinished } from './status.ts';

/** A request that repeats an `idempotencyKey` gets the first request's job. */
interface JobRequest {
  userId: string;
  templateId: number;
  styleId: number;
  language: Language;
  photoAddresses: string[];
  idempotencyKey: string | null;
}

export interface CreateJobParts extends ConsentParts, DbAndClock {
  config: ConsentParts['config'] & { generateCost: number };
  photoChecks: PhotoChecks;
  storage: PictureStorage;
  queue: JobQueue;
  templates: { list(): Promise<{ id: number }[]> };
}

/** Creates and queues a job and holds its coins, in one transaction. Throws 2218020 if the user has too few coins. */
export async function createJob(
  parts: CreateJobParts,
  request: JobRequest,
  gone: AbortSignal,
): Promise<Stored<'jobs'>> {
  const offered = await parts.templates.list();
  if (!offered.some(template => template.id === request.templateId)) {
    throw wrongParameter('template_id', 'parameter.template');
  }
  const before = await findEarlier(parts.db.query, request);
  if (before) return before;
  // Cheap checks first: decoding the photos is expensive.
  await requireMeans(parts, request.userId);
  const photos = photoKeys(parts.storage, request.userId, request.photoAddresses);
  await parts.photoChecks.check(request.userId, photos, gone);

  const job = await parts.db.query.transaction().execute(async tx => {
    const user = await lockUser(tx, request.userId);
    const earlier = await findEarlier(tx, request);
    if (earlier) return earlier;

    requireConsent(parts, user);
    const now = parts.clock();
    await refuseWasters(tx, user.user_id, new Date(now));
    const held = vipLevelOf(user, now) > 0 ? 0 : parts.config.generateCost;
    const created = await addJob(tx, parts, {
      user_id: request.userId,
      template_id: request.templateId,
      style_id: request.styleId,
      language: request.language,
      photos,
      held,
      idempotency_key: request.idempotencyKey,
    });
    if (held > 0) {
      const { generate_id: reference, create_time: time } = created;
      await move(tx, { userId: request.userId, change: -held, reason: 'hold', reference, time });
    }
    return created;
  });

  parts.queue.wake();
  return job;
}

async function requireMeans(parts: CreateJobParts, userId: string): Promise<void> {
  const { db, clock, config } = parts;
  const user = await loadUser(db.query, userId);
  requireConsent(parts, user);
  if (vipLevelOf(user, clock()) === 0 && user.coins < config.generateCost) throw notEnoughCoins();
}

/** Returns the photos' storage keys. Throws unless all photos are the user's own. */
function photoKeys(storage: PictureStorage, userId: string, addresses: string[]): string[] {
  return addresses.map((address, index) => {
    const key = storage.keyOf(address);
    if (key === null) throw wrongParameter(`resource_pics.${index}`, 'parameter.photo');
    if (!key.startsWith(photosPrefix(userId))) throw notFound();
    return key;
  });
}

async function findEarlier(db: Queryable, request: JobRequest): Promise<Stored<'jobs'> | undefined> {
  if (request.idempotencyKey === null) return undefined;
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirst();
}

type NewJob = Omit<Insertable<JobsTable>, 'generate_id' | 'train_id' | 'seed' | 'status' | 'create_time'>;

/** Saves and queues a job with new ids and a new seed in the caller's transaction. Throws like `refuseCrowd`. */
async function addJob(
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

/** Throws 1005 if the user, or all users together, have too many unfinished jobs. Lock the user's row first. */
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
      .executeTakeFirstOrThrow(notFound);
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

/** Makes the pics again with another seed and framing. If a redo is already running, returns that one. */
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
