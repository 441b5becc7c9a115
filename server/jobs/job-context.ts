import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import { addToDay, countOfDay } from '../accounts/day-counts.ts';
import { lockUser } from '../accounts/user.ts';
import { type DbAndClock, newId } from '../db/database.ts';
import type { JobsTable, RefuseReason, Schema, Stored, Tx } from '../db/schema.ts';
import type { Generator } from '../generator/generator.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/limiters.ts';
import type { Labels } from '../labels/open-labels.ts';
import { move } from '../money/ledger.ts';
import { erase, forEver, noteErasures } from '../store/erasures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { jobStatus, picsFolder, unfinished } from './status.ts';

export interface JobContext extends DbAndClock {
  store: ObjectStore;
  generator: Generator;
  /** 1 to 4. */
  picsPerJob: number;
  labels: Labels;
  /** A lease expires this long (ms) after its last renewal. */
  leaseTime: number;
  onError: (error: unknown) => void;
  onEnd: (job: Job, status: number) => void;
}

export type Job = Stored<'jobs'>;

/** Reads the job's photos, in order. Null if a photo is missing or unreadable; the job then ends as refused. */
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

/** Also schedules the erasure of stored pics and gives held coins back. False if the job was over. */
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

/**
 * Rules for retrying jobs. A process leases the job that it works on, and renews the lease. The lease expires if the
 * process dies. The process ends the lease when it closes, and after a problem that the job did not cause, e.g. a full
 * disk. The next worker then continues the job from its current status. A failing generator is called again at once.
 */

/** A job fails after this many processes died while working on it, because it may be the cause. */
export const mostAttempts = 3;

/** Milliseconds after its start (or creation, if not started) from which a problem that a job did not cause ends it. */
export const longestTrouble = 60 * 60 * 1000;

/** A job fails after this many generator failures. After fewer, the generator is called again. */
export const mostFailures = 2;

/** Abort reason when the process closes; the job stays in the queue. */
export const closing = new Error('the backend is closing');

export const cancelled = new Error('the job was deleted');

/** SQL condition for jobs that a worker may take: unfinished and not leased. */
export const isFree =
  (now: number) =>
  (job: ExpressionBuilder<Schema, 'jobs'>): Expression<SqlBool> =>
    job.and([
      job('status', 'in', unfinished),
      job.or([job('lease_until', 'is', null), job('lease_until', '<', new Date(now))]),
    ]);

const reportEvery = 1_000;

/** Only the process with a job's lease may work on the job. */
export interface Lease {
  job: Stored<'jobs'>;
  /** Aborted if the job is deleted, another worker has it, or the process closes. */
  signal: AbortSignal;
  /** Saves the progress (0 to 100), at most once a second. */
  report(percent: number): void;
  release(): Promise<void>;
}

/** Null if the job is over, gone or leased. A process that was only slow notices the loss of its lease and stops. */
export async function keepLease(
  { db, clock, onError, leaseTime }: JobContext,
  generateId: string,
  outer: AbortSignal,
): Promise<Lease | null> {
  const leaseId = newId();
  const leaseEnd = () => new Date(clock() + leaseTime);
  const job = await db.query
    .updateTable('jobs')
    .set({
      lease_until: leaseEnd(),
      lease_id: leaseId,
      machine: thisMachine,
      attempts: sql<number>`attempts + 1`,
    })
    .where('generate_id', '=', generateId)
    .where(isFree(clock()))
    .returningAll()
    .executeTakeFirst();
  if (!job) return null;

  const lost = new AbortController();
  const signal = AbortSignal.any([outer, lost.signal]);
  let written = Promise.resolve();
  let lastWritten = Number.NEGATIVE_INFINITY;
  let nextWrite: NodeJS.Timeout | undefined;
  let progress = job.progress;

  function write(): void {
    clearTimeout(nextWrite);
    nextWrite = undefined;
    lastWritten = performance.now();
    written = written.then(save).catch(onError);
  }

  async function save(): Promise<void> {
    const kept = await db.query
      .updateTable('jobs')
      .set({ lease_until: leaseEnd(), progress: sql<number>`greatest(progress, ${progress})` })
      .where('generate_id', '=', generateId)
      .where('lease_id', '=', leaseId)
      // A late report after `release` must not renew the lease.
      .where('lease_until', 'is not', null)
      .where('status', 'in', unfinished)
      .returning('generate_id')
      .executeTakeFirst();
    if (!kept) lost.abort(cancelled);
  }

  const renewing = setInterval(write, leaseTime / 6);

  return {
    job,
    signal,
    report(percent) {
      progress = Math.max(progress, Math.min(99, Math.floor(percent)));
      nextWrite ??= setTimeout(write, Math.max(0, lastWritten + reportEvery - performance.now()));
    },
    async release() {
      clearInterval(renewing);
      clearTimeout(nextWrite);
      await written;
      await db.query
        .updateTable('jobs')
        .set({ lease_until: null, attempts: sql<number>`attempts - 1` })
        .where('generate_id', '=', generateId)
        .where('lease_id', '=', leaseId)
        .execute();
    },
  };
}

/** Linux creates this id at each boot. All containers on a machine share it, unlike their host names. */
const nameOfStart = '/proc/sys/kernel/random/boot_id';

export const thisMachine = readMachine();

function readMachine(): string {
  try {
    return readFileSync(nameOfStart, 'utf8').trim();
  } catch {
    return hostname();
  }
}
