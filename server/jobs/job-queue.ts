import { setTimeout as pause } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { type Database, type DbAndClock, runSqlOn } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { unfinished } from './status.ts';
import { cancelled, closing, isFree, thisMachine } from './tries.ts';

/** Milliseconds between polls of an empty queue. */
const pollDelay = 500;

interface Message {
  generateId: string;
}

interface LoopParts {
  boss: PgBoss;
  queueName: string;
  /** Rejects while this process must not take messages; the error is reported, and the loop retries. */
  mayTake(): Promise<void>;
  work(message: Message): Promise<void>;
  onError(error: unknown): void;
}

interface MessageLoop {
  wake(): void;
  /** Milliseconds since the last poll; 0 while working on a message, Infinity while `mayTake` rejects. */
  silence(): number;
  /** Waits for the current message's work to end. */
  close(): Promise<void>;
}

/** Milliseconds for which a database query is cached: a job takes several seconds. */
const lookCounts = 1_000;

interface NearbyParts extends DbAndClock {
  onError: (error: unknown) => void;
}

const queueName = 'work';

/** Hours. pg-boss requires an expiration below 24 hours; our work ends long before. */
const longestWork = 23;

/** Jobs without a lease that one sweep looks at; in a long queue nearly all have a message already. */
const sweptAtOnce = 100;

/** pg-boss stores priorities in 32 bits; new jobs have 0. */
const highestPriority = 2 ** 31 - 1;

/** Milliseconds in which the loop polls several times, even if every statement times out. */
const longestSilence = 30_000;

/** Works on one job; `signal` is aborted if the job is deleted or this process closes. */
export type RunJob = (generateId: string, signal: AbortSignal) => Promise<void>;

export interface JobQueue {
  /** Queues a job in a transaction; work begins after its commit. */
  add(tx: Tx, generateId: string): Promise<void>;
  /** Polls at once instead of within half a second. */
  wake(): void;
  /** Stops the work on a deleted job, if this process does it. */
  cancel(generateId: string): void;
  /** True if this process or another one on this machine works on a job; may be a second old. */
  isBusy(): Promise<boolean>;
  /** True while the loop polls, and in processes without a loop. */
  isAlive(): boolean;
  /** Stops and requeues the current work, so that another process continues at once. */
  close(): Promise<void>;
}

/** `run` is null in processes that only queue jobs. */
interface QueueParts extends DbAndClock {
  onError: (error: unknown) => void;
  run: RunJob | null;
  /** Rejects while this process must not work on jobs: the API uses another store. */
  requireStore(): Promise<void>;
  /** Milliseconds after which other processes take over the jobs of a dead one. */
  leaseTime: number;
}

/**
 * Works on queued jobs one after another (the generator has one thread), and takes over the jobs of killed processes.
 * The rows of jobs are the truth: a message only means "look at this job", so extra messages do no harm.
 */
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
    // Before waiting jobs, the oldest first.
    const messages = left.map(job => messageOf(job.generate_id, highestPriority - Number(job.position)));
    if (messages.length > 0) await boss.insert(messages);
  }

  async function startWork(run: RunJob): Promise<MessageLoop> {
    if (!db.shared) {
      // This process is the only one, so all leases are of a dead process.
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
  // With this policy a waiting job is in the queue once, however often it is added.
  await boss.createQueue(queueName, { name: queueName, policy: 'short' });
  await boss.stop({ graceful: false });
}

/** Paid jobs in work on this machine, by any process. */
export class JobsNearby {
  readonly #parts: NearbyParts;
  #isBusy: Promise<boolean> = Promise.resolve(false);
  #looked = Number.NEGATIVE_INFINITY;

  constructor(parts: NearbyParts) {
    this.#parts = parts;
  }

  /** Up to a second old; false while the database does not respond. */
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

/**
 * Takes messages and acknowledges each after its work. pg-boss has such a loop, but does not await its
 * acknowledgements: if one failed, e.g. without a database, the process would end.
 */
export function takeMessages({ boss, queueName, mayTake, work, onError }: LoopParts): MessageLoop {
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

/** Milliseconds between checks. */
const nextLook = 200;

/** Waits until no paid job is in work on this machine; false if `signal` is aborted before. */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, signal?: AbortSignal): Promise<boolean> {
  while ((await queue.isBusy()) && !signal?.aborted) await pause(nextLook);
  return !signal?.aborted;
}
