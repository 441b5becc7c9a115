import { randomInt } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { type ConsentParts, requireConsent } from '../accounts/consent.ts';
import { loadUser, lockUser, photosPrefix, vipLevelOf } from '../accounts/user.ts';
import type { DbAndClock, Queryable } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { JobsTable, Stored, Tx } from '../db/schema.ts';
import { ApiError, notFound, wrongParameter } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';
import type { Language } from '../languages/languages.ts';
import { move, notEnoughCoins } from '../money/ledger.ts';
import type { PictureStorage } from '../store/picture-storage.ts';
import { refuseWasters } from './job-context.ts';
import type { JobQueue } from './job-queue.ts';
import type { PhotoChecks } from './photo-checks/photo-checks.ts';
import { jobStatus, unfinished } from './status.ts';

/** A request that repeats an `idempotencyKey` gets the first request's job. */
export interface JobRequest {
  userId: string;
  templateId: number;
  styleId: number;
  language: Language;
  photoAddresses: string[];
  idempotencyKey: string | null;
}

/** `generateCost`: price of a job in coins. */
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
export function photoKeys(storage: PictureStorage, userId: string, addresses: string[]): string[] {
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
