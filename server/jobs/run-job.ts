import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { lockUser } from '../accounts/lock-user.ts';
import { picsPrefix } from '../accounts/user.ts';
import type { Database } from '../db/database.ts';
import type { JobsTable, RefuseReason } from '../db/schema.ts';
import { GeneratorGaveUp } from '../generator/gave-up.ts';
import type { GeneratedPic, Generator } from '../generator/generator.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { holdLease, type Lease } from './job-lease.ts';
import { closing } from './job-queue.ts';
import { endWithoutPics } from './settle-job.ts';
import { jobStatus } from './status.ts';

const picsPerJob = 4;

/** A generator may fail once without the person noticing. */
const mostFailures = 2;

/** A job during which the process died this often is given up: it may be what kills it. */
const mostAttempts = 3;

/** Trouble that is not the job's own, such as a full disk, is waited out for so long (milliseconds). */
const longestTrouble = 60 * 60 * 1000;

/** What the work on a job needs. */
export interface Workshop {
  db: Database;
  store: ObjectStore;
  generator: Generator;
  clock: () => number;
  /** Milliseconds for which a job stays with a process that no longer says so. */
  leaseTime: number;
  onError: (error: unknown) => void;
}

type Job = Selectable<JobsTable>;

/** Brings a job from whatever state it is in to its end; does nothing when it is over or somebody else works on it. */
export async function runJob(shop: Workshop, generateId: string, signal: AbortSignal): Promise<void> {
  const lease = await holdLease(shop, generateId, signal);
  if (!lease) return;

  try {
    if (lease.job.attempts > mostAttempts) await end(shop, lease.job, { status: jobStatus.generateFail });
    else await proceed(shop, lease);
  } catch (error) {
    if (lease.signal.reason === closing) return;
    await removePicsIfDeleted(shop, lease.job);
    if (lease.signal.aborted) return;
    const { start_time, create_time } = lease.job;
    const since = (start_time ?? create_time).getTime();
    if (shop.clock() - since > longestTrouble) await end(shop, lease.job, { status: jobStatus.generateFail });
    throw error;
  } finally {
    await lease.release();
  }
}

async function proceed(shop: Workshop, lease: Lease): Promise<void> {
  const { job } = lease;
  if (job.status !== jobStatus.generating) {
    if (!(await startAudit(shop, job))) return;
    if (!(await auditPhotos(shop, lease))) return;
  }
  await makePics(shop, lease);
}

/** False when the job is over or gone, as everywhere below. */
async function startAudit({ db }: Workshop, job: Job): Promise<boolean> {
  const moved = await db.query
    .updateTable('jobs')
    .set({ status: jobStatus.auditing })
    .where('generate_id', '=', job.generate_id)
    .where('status', 'in', [jobStatus.toBeAudited, jobStatus.auditing])
    .returning('generate_id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Looks at the photos; a job whose photos are not accepted ends here. */
async function auditPhotos(shop: Workshop, lease: Lease): Promise<boolean> {
  const { job } = lease;
  const reasons = await findProblems(shop, lease);
  if (reasons === null) return false;

  if (reasons.length > 0) {
    const refuse_reasons = JSON.stringify(reasons);
    await end(shop, job, { status: jobStatus.auditRefused, refuse_reasons });
    return false;
  }
  return startGenerating(shop, job);
}

/** Moves the job on and remembers its photos as the person's own. */
async function startGenerating({ db, clock }: Workshop, job: Job): Promise<boolean> {
  return db.query.transaction().execute(async tx => {
    await lockUser(tx, job.user_id);
    const moved = await tx
      .updateTable('jobs')
      .set({ status: jobStatus.generating, start_time: new Date(clock()) })
      .where('generate_id', '=', job.generate_id)
      .where('status', '=', jobStatus.auditing)
      .returning('generate_id')
      .executeTakeFirst();
    if (!moved) return false;

    await tx.updateTable('users').set({ photos: job.photos }).where('user_id', '=', job.user_id).execute();
    return true;
  });
}

async function findProblems(shop: Workshop, lease: Lease): Promise<RefuseReason[] | null> {
  const photos = await readPhotos(shop, lease.job);
  const missing = photos.flatMap((photo, index) => (photo ? [] : [{ index, problems: ['unreadable'] }]));
  if (missing.length > 0) return missing;

  const verdicts = await attempt(shop, lease, () => shop.generator.inspect(photos as Uint8Array[]));
  if (verdicts === null) return null;
  return verdicts.flatMap(({ problems }, index) => (problems.length > 0 ? [{ index, problems }] : []));
}

async function makePics(shop: Workshop, lease: Lease): Promise<void> {
  const { job, signal } = lease;
  const photos = (await readPhotos(shop, job)).filter(photo => photo !== null);
  const request = { photos, templateId: job.template_id, count: picsPerJob, seed: job.seed };

  const pics = await attempt(shop, lease, () => shop.generator.generate(request, lease.report, signal));
  if (pics === null) return;
  signal.throwIfAborted();
  const rows = await storePics(shop, job, pics);

  const done = await shop.db.query.transaction().execute(async tx => {
    await lockUser(tx, job.user_id);
    const moved = await tx
      .updateTable('jobs')
      .set({
        status: jobStatus.generateSuccess,
        progress: 100,
        end_time: new Date(shop.clock()),
        lease_until: null,
      })
      .where('generate_id', '=', job.generate_id)
      .where('status', '=', jobStatus.generating)
      .returning('generate_id')
      .executeTakeFirst();
    if (moved) await tx.insertInto('pics').values(rows).execute();
    return moved !== undefined;
  });
  if (!done) await removePicsIfDeleted(shop, job);
}

/** Asks the generator, twice if need be; ends the job and answers null when it fails for good. */
async function attempt<Result>(
  shop: Workshop,
  { job, signal }: Lease,
  ask: () => Promise<Result>,
): Promise<Result | null> {
  for (let { failures } = job; failures < mostFailures; ) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      shop.onError(error);
      failures = error instanceof GeneratorGaveUp ? mostFailures : failures + 1;
      await shop.db.query
        .updateTable('jobs')
        .set({ failures })
        .where('generate_id', '=', job.generate_id)
        .execute();
    }
  }
  await end(shop, job, { status: jobStatus.generateFail });
  return null;
}

async function storePics(shop: Workshop, job: Job, pics: GeneratedPic[]) {
  const rows = pics.map((pic, position) => {
    // The same job makes the same pics: names that follow from it leave no double when a killed process starts anew.
    const pic_id = createHash('sha256').update(`${job.generate_id}/${position}`).digest('hex').slice(0, 24);
    const key = `${picsPrefix(job.user_id)}${job.generate_id}/${pic_id}.jpg`;
    const { generate_id, user_id } = job;
    return { pic_id, generate_id, user_id, position, key, width: pic.width, height: pic.height };
  });
  await Promise.all(pics.map((pic, index) => shop.store.put(rows[index]!.key, pic.bytes, pic.type)));
  return rows;
}

/** What was stored after the person deleted the job must not stay; another process may have finished it, though. */
async function removePicsIfDeleted({ db, store }: Workshop, job: Job): Promise<void> {
  const kept = await db.query
    .selectFrom('jobs')
    .select('generate_id')
    .where('generate_id', '=', job.generate_id)
    .executeTakeFirst();
  if (!kept) await store.deletePrefix(`${picsPrefix(job.user_id)}${job.generate_id}/`);
}

async function readPhotos({ store }: Workshop, job: Job): Promise<(Uint8Array | null)[]> {
  const objects = await Promise.all(job.photos.map(key => store.get(key)));
  return objects.map(object => object?.bytes ?? null);
}

async function end(
  { db, clock }: Workshop,
  job: Job,
  last: { status: number; refuse_reasons?: string },
): Promise<void> {
  const time = new Date(clock());
  await db.query.transaction().execute(tx => endWithoutPics(tx, job, last, time));
}
