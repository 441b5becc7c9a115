import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { Schema, Stored } from '../db/schema.ts';
import type { JobContext } from './job-context.ts';
import { unfinished } from './status.ts';

/**
 * Rules for retrying jobs. A process leases the job that it works on, and renews the lease. A lease ends when the
 * process dies or closes, or after a problem that the job did not cause, e.g. a full disk. The next worker then
 * continues the job from its current status. Within one attempt, a failing generator is called again.
 */

/** A job fails after this many processes died while working on it, because it may be the cause. */
export const mostAttempts = 3;

/** A job fails if a problem that it did not cause lasts longer than this (ms). */
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

/**
 * Leases an unfinished job, or returns null if another process has it. If the process dies, the lease expires after
 * `leaseTime`. A process that was only slow notices that another one took the job, and stops.
 */
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
