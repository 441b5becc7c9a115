import { setTimeout as pause } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { type Database, type DbAndClock, runSqlOn } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { unfinished } from './status.ts';
import { cancelled, closing, isFree, thisMachine } from './tries.ts';

/** Milliseconds between two polls of an empty queue. */
const pollDelay = 500;

interface Message {
  generateId: string;
}

interface LoopParts {
  boss: PgBoss;
  queueName: string;
  /** Rejects if this process must not take messages. The loop reports the error and retries. */
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

/** Milliseconds for which the result is cached. Short enough, because a job takes several seconds. */
const lookCounts = 1_000;

interface NearbyParts extends DbAndClock {
  onError: (error: unknown) => void;
}

const queueName = 'work';

/** Hours after which a message expires. pg-boss requires less than 24 hours; our work ends long before. */
const longestWork = 23;

/** Most jobs without a lease that one sweep checks. In a long queue nearly all of them have a message already. */
const sweptAtOnce = 100;

/** pg-boss stores a priority in 32 bits. New jobs have priority 0. */
const highestPriority = 2 ** 31 - 1;

/** If the loop has not polled for this long (ms), it hangs: even if all statements time out, it polls more often. */
const longestSilence = 30_000;

/** Works on a job. `signal` is aborted if the job is deleted or this process closes. */
export type RunJob = (generateId: string, signal: AbortSignal) => Promise<void>;

export interface JobQueue {
  /** Queues a job in a transaction; the work begins after the commit. */
  add(tx: Tx, generateId: string): Promise<void>;
  /** Polls at once and not only after the usual half second. */
  wake(): void;
  /** Stops the work on a deleted job if this process works on it. */
  cancel(generateId: string): void;
  /** True if any process on this machine works on a job. The result may be a second old. */
  isBusy(): Promise<boolean>;
  /** True while the loop polls, and in processes without a loop. */
  isAlive(): boolean;
  /** Stops and requeues the current work, so that another process continues at once. */
  close(): Promise<void>;
}

/** `run` is null in a process that queues jobs but does not work on them. */
interface QueueParts extends DbAndClock {
  onError: (error: unknown) => void;
  run: RunJob | null;
  /** Rejects if the API uses another store than this process, which then must not work on jobs. */
  requireStore(): Promise<void>;
  /** Milliseconds after which other processes continue the jobs of a dead process. */
  leaseTime: number;
}

/**
 * Works on queued jobs one after another (the generator has one thread), and continues the jobs of killed processes.
 * Only a job's row tells its state. A message means "check this job", so additional messages do no harm.
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
    // The priority puts these jobs before waiting jobs, the oldest first.
    const messages = left.map(job => messageOf(job.generate_id, highestPriority - Number(job.position)));
    if (messages.length > 0) await boss.insert(messages);
  }

  async function startWork(run: RunJob): Promise<MessageLoop> {
    if (!db.shared) {
      // No other process can use this database, so every lease was taken by a process that is dead now.
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
  // With this policy, adding a waiting job again has no effect.
  await boss.createQueue(queueName, { name: queueName, policy: 'short' });
  await boss.stop({ graceful: false });
}

/** Finds out if any process on this machine works on a job. */
export class JobsNearby {
  readonly #parts: NearbyParts;
  #isBusy: Promise<boolean> = Promise.resolve(false);
  #looked = Number.NEGATIVE_INFINITY;

  constructor(parts: NearbyParts) {
    this.#parts = parts;
  }

  /** The result may be a second old. False if the database does not respond. */
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
 * Takes messages and acknowledges each message after the work. The loop of pg-boss does not await acknowledgements: if
 * one failed, e.g. because the database is down, the process would end.
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

/** Milliseconds between two checks. */
const nextLook = 200;

/** Waits until no process on this machine works on a job; false if `signal` is aborted before. */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, signal?: AbortSignal): Promise<boolean> {
  while ((await queue.isBusy()) && !signal?.aborted) await pause(nextLook);
  return !signal?.aborted;
}
