import type { Transaction } from 'kysely';
import PgBoss from 'pg-boss';
import { type Database, runSqlOn } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { unfinished } from './status.ts';

const queueName = 'jobs';

/** pg-boss wants an end of each piece of work; ours ends by itself long before (hours, below its limit of 24). */
const longestWork = 23;

const sweepEvery = 60_000;

/** Does one job; `signal` is aborted when the job was deleted or this process closes. */
export type RunJob = (generateId: string, signal: AbortSignal) => Promise<void>;

/** The queue of jobs. */
export interface JobQueue {
  /** Queues a job within a transaction: it is worked on once that is committed. */
  add(tx: Transaction<Schema>, generateId: string): Promise<void>;
  /** Looks for work at once instead of at the next half second. */
  wake(): void;
  /** Stops the work on a job that was deleted. */
  cancel(generateId: string): void;
  close(): Promise<void>;
}

/** The reason with which work is aborted when the process closes: the job stays and is taken up again. */
export const closing = new Error('the backend is closing');

/** Why work is aborted when its job was deleted. */
export const cancelled = new Error('the job was deleted');

/**
 * Works on queued jobs one after another (the generator has one thread), and takes up again those that a killed
 * process left behind. The rows of the jobs are the truth: a message of the queue only says "look at this one", so
 * one too many does no harm.
 */
export async function openJobQueue(
  db: Database,
  run: RunJob,
  clock: () => number,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  const boss = new PgBoss({ db: { executeSql: runSqlOn(db.query) }, schedule: false, deleteAfterDays: 1 });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(queueName);

  const running = new Map<string, AbortController>();
  const options = { retryLimit: 0, expireInHours: longestWork };

  async function work([message]: { data: { generateId: string } }[]): Promise<void> {
    if (!message) return;
    const { generateId } = message.data;
    const controller = new AbortController();
    running.set(generateId, controller);
    try {
      await run(generateId, controller.signal);
    } catch (error) {
      onError(error);
    } finally {
      running.delete(generateId);
      // The next job need not wait for the next half second.
      boss.notifyWorker(worker);
    }
  }

  async function sweep(alsoUnclaimed: boolean): Promise<void> {
    const now = new Date(clock());
    const left = await db.query
      .selectFrom('jobs')
      .select('generate_id')
      .where('status', 'in', unfinished)
      .where(where =>
        alsoUnclaimed
          ? where.or([where('lease_until', 'is', null), where('lease_until', '<', now)])
          : where('lease_until', '<', now),
      )
      .orderBy('position')
      .execute();
    for (const job of left) await boss.send(queueName, { generateId: job.generate_id }, options);
  }

  if (!db.shared) {
    // Nobody else can be working: whatever is claimed was claimed by a process that died.
    await db.query
      .updateTable('jobs')
      .set({ lease_until: null })
      .where('lease_until', 'is not', null)
      .execute();
  }
  await sweep(true);
  const worker = await boss.work(queueName, { pollingIntervalSeconds: 0.5 }, work);
  const sweeping = setInterval(() => void sweep(false).catch(onError), sweepEvery);

  return {
    async add(tx, generateId) {
      await boss.send(queueName, { generateId }, { ...options, db: { executeSql: runSqlOn(tx) } });
    },
    wake() {
      boss.notifyWorker(worker);
    },
    cancel(generateId) {
      running.get(generateId)?.abort(cancelled);
    },
    async close() {
      clearInterval(sweeping);
      for (const controller of running.values()) controller.abort(closing);
      await boss.stop({ timeout: 10_000 });
    },
  };
}
