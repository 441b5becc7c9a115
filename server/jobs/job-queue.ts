import { setTimeout as pause } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { type Database, type DbAndClock, runSqlOn } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { cancelled, closing, isFree, thisMachine } from './job-context.ts';
import { unfinished } from './status.ts';

/** Milliseconds between polls while the queue is empty. */
const pollDelay = 500;

interface Message {
  generateId: string;
}

interface LoopParts {
  boss: PgBoss;
  queueName: string;
  /** Rejects while this process must not take messages. The loop then reports the error and retries. */
  mayTake(): Promise<void>;
  work(message: Message): Promise<void>;
  onError(error: unknown): void;
}

/** Cache the result of `isBusy` for this long (ms), which is far less than a job takes. */
const lookCounts = 1_000;

interface NearbyParts extends DbAndClock {
  onError: (error: unknown) => void;
}

const queueName = 'work';

/** Hours after which a message expires. pg-boss requires less than 24; no job takes nearly as long. */
const longestWork = 23;

/** Maximum number of jobs without a lease that one sweep checks. In a long queue nearly all of them have a message. */
const sweptAtOnce = 100;

/** Maximum of a 32-bit integer, which pg-boss uses for priorities. New jobs have priority 0. */
const highestPriority = 2 ** 31 - 1;

/** A loop that has not polled for this long (ms) hangs. Even if every statement times out, it polls more often. */
const longestSilence = 30_000;

/** Processes a job. `signal` is aborted if the job is deleted or this process closes. */
export type RunJob = (generateId: string, signal: AbortSignal) => Promise<void>;

export interface JobQueue {
  /** Queues a job in a transaction; processing starts after the commit. */
  add(tx: Tx, generateId: string): Promise<void>;
  /** Polls at once instead of after the usual half second. */
  wake(): void;
  cancel(generateId: string): void;
  /** True if any process on this machine is processing a job. The result may be a second old. */
  isBusy(): Promise<boolean>;
  /** True if the loop polls regularly, or if this process has no loop. */
  isAlive(): boolean;
  /** Stops the current job and puts it back in the queue, so that another process continues it at once. */
  close(): Promise<void>;
}

/** `run` is null in a process that only adds jobs to the queue. */
interface QueueParts extends DbAndClock {
  onError: (error: unknown) => void;
  run: RunJob | null;
  /** Rejects if the API uses a different store than this process, which then must not process jobs. */
  requireStore(): Promise<void>;
  /** Leases expire this long (ms) after a process has died; others then take over its jobs. */
  leaseTime: number;
}

/** Processes one job at a time. A job's row alone is its state; a message only means "check this job". */
export async function openJobQueue(parts: QueueParts): Promise<JobQueue> {
  const { db, clock, onError, run, requireStore, leaseTime } = parts;
  await db.setUp(makeTables);
  const boss = new PgBoss({
    db: { executeSql: runSqlOn(db.query) },
    migrate: false,
    schedule: false,
    supervise: run !== null,
    deleteAfterDays: 1,
  });
  boss.on('error', onError);
  await boss.start();

  const nearby = new JobsNearby({ db, clock, onError });
  const running = new Map<string, AbortController>();
  let isClosing = false;

  function messageOf(generateId: string, priority = 0) {
    const data = { generateId };
    return {
      name: queueName,
      data,
      singletonKey: generateId,
      priority,
      retryLimit: 0,
      expireInSeconds: longestWork * 3600,
    };
  }

  async function work(generateId: string, run: RunJob): Promise<void> {
    const controller = new AbortController();
    if (isClosing) controller.abort(closing);
    running.set(generateId, controller);
    try {
      if (!isClosing) await run(generateId, controller.signal);
    } catch (error) {
      onError(error);
    } finally {
      running.delete(generateId);
    }
    if (controller.signal.reason === closing) await boss.insert([messageOf(generateId, highestPriority)]);
  }

  async function sweep(): Promise<void> {
    const left = await db.query
      .selectFrom('jobs')
      .select(['generate_id', 'position'])
      .where(isFree(clock()))
      .orderBy('position')
      .limit(sweptAtOnce)
      .execute();
    // Jobs that have a message keep their place. The others were interrupted: put them first, the oldest before all.
    const messages = left.map(job => messageOf(job.generate_id, highestPriority - Number(job.position)));
    if (messages.length > 0) await boss.insert(messages);
  }

  async function startWork(run: RunJob) {
    if (!db.shared) {
      // End all leases: no other process can use this database, so they belong to dead processes.
      await db.query
        .updateTable('jobs')
        .set({ lease_until: null })
        .where('lease_until', 'is not', null)
        .execute();
    }
    await sweep();
    return takeMessages({
      boss,
      queueName,
      mayTake: requireStore,
      work: ({ generateId }) => work(generateId, run),
      onError,
    });
  }

  const loop = run && (await startWork(run));
  let lastSweep: Promise<void> = Promise.resolve();
  const sweepAgain = () => {
    lastSweep = sweep().catch(onError);
  };
  const sweeping = loop ? setInterval(sweepAgain, leaseTime / 2) : undefined;

  return {
    async add(tx, generateId) {
      await boss.insert([messageOf(generateId)], { db: { executeSql: runSqlOn(tx) } });
    },
    wake() {
      loop?.wake();
    },
    cancel(generateId) {
      running.get(generateId)?.abort(cancelled);
    },
    isBusy: async () => running.size > 0 || (db.shared && (await nearby.isBusy())),
    isAlive: () => !loop || loop.silence() < longestSilence,
    async close() {
      isClosing = true;
      clearInterval(sweeping);
      for (const controller of running.values()) controller.abort(closing);
      await loop?.close();
      await lastSweep;
      await boss.stop({ graceful: false });
    },
  };
}

async function makeTables(query: Database['query']): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: runSqlOn(query) }, schedule: false, supervise: false });
  await boss.start();
  // This policy ignores a message if the same job is already waiting.
  await boss.createQueue(queueName, { name: queueName, policy: 'short' });
  await boss.stop({ graceful: false });
}

export class JobsNearby {
  readonly #parts: NearbyParts;
  #isBusy: Promise<boolean> = Promise.resolve(false);
  #looked = Number.NEGATIVE_INFINITY;

  constructor(parts: NearbyParts) {
    this.#parts = parts;
  }

  /** The result may be a second old; false if the database does not respond. */
  isBusy(): Promise<boolean> {
    if (performance.now() - this.#looked >= lookCounts) {
      this.#looked = performance.now();
      this.#isBusy = this.#look().catch(error => {
        this.#parts.onError(error);
        return false;
      });
    }
    return this.#isBusy;
  }

  async #look(): Promise<boolean> {
    const { db, clock } = this.#parts;
    const job = await db.query
      .selectFrom('jobs')
      .select('generate_id')
      .where('status', 'in', unfinished)
      .where('machine', '=', thisMachine)
      .where('lease_until', '>', new Date(clock()))
      .executeTakeFirst();
    return job !== undefined;
  }
}

/** Awaits acknowledgements. The loop of pg-boss does not: if one failed, the process would crash. */
export function takeMessages({ boss, queueName, mayTake, work, onError }: LoopParts) {
  let isClosing = false;
  let pausing = new AbortController();

  let lastTurn = performance.now();
  let isWorking = false;
  let isHeld = false;

  async function takeOne(): Promise<boolean> {
    await mayTake().catch(error => {
      isHeld = true;
      throw error;
    });
    isHeld = false;
    lastTurn = performance.now();
    const [message] = await boss.fetch<Message>(queueName);
    if (!message) return false;
    isWorking = true;
    await work(message.data).finally(() => {
      isWorking = false;
    });
    await boss.complete(queueName, message.id);
    return true;
  }

  async function takeAll(): Promise<void> {
    while (!isClosing) {
      pausing = new AbortController();
      const wasThere = await takeOne().catch(error => {
        onError(error);
        return false;
      });
      const { signal } = pausing;
      if (!wasThere && !isClosing) await pause(pollDelay, undefined, { signal }).catch(() => undefined);
    }
  }

  const ended = takeAll();

  return {
    wake: () => pausing.abort(),
    /** Milliseconds since the last poll: 0 during work on a message, Infinity while `mayTake` rejects. */
    silence() {
      if (isHeld) return Number.POSITIVE_INFINITY;
      return isWorking ? 0 : performance.now() - lastTurn;
    },
    async close() {
      isClosing = true;
      pausing.abort();
      await ended;
    },
  };
}

/** Milliseconds between two checks of `waitForCalm`. */
const nextLook = 200;

/** Waits until no process on this machine is processing a job. False if `signal` is aborted first. */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, signal?: AbortSignal): Promise<boolean> {
  while ((await queue.isBusy()) && !signal?.aborted) await pause(nextLook);
  return !signal?.aborted;
}
