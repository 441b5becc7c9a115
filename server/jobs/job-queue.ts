import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import PgBoss from 'pg-boss';
import { type Database, runSqlOn } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { unfinished } from './status.ts';
import { thisMachine } from './this-machine.ts';
import { isFree } from './tries.ts';

/** Milliseconds between two polls of an empty queue. */
const pollDelay = 500;

/** What a message of the queue says. */
interface Message {
  generateId: string;
}

interface LoopParts {
  boss: PgBoss;
  queueName: string;
  /** Rejects while no message may be taken; it is reported, and tried again. */
  mayTake(): Promise<void>;
  work(message: Message): Promise<void>;
  onError(error: unknown): void;
}

/** A loop that takes one message after another. */
interface MessageLoop {
  /** Polls at once. */
  wake(): void;
  /** Milliseconds since the loop last came round; 0 while it works on a message, endless while it may take none. */
  silence(): number;
  /** Takes no more, and waits for the end of the work on the last one. */
  close(): Promise<void>;
}

/** Milliseconds for which a look at the database counts: a job takes several seconds. */
const lookCounts = 1_000;

interface NearbyParts {
  db: Database;
  clock: () => number;
  onError: (error: unknown) => void;
}

const queueName = 'work';

/** pg-boss wants an end of each piece of work; ours ends by itself long before (hours, below its limit of 24). */
const longestWork = 23;

/** How many jobs without a lease are looked at together; of a long queue nearly all have a message already. */
const sweptAtOnce = 100;

/** pg-boss keeps priorities in 32 bits; those of new jobs are 0. */
const highestPriority = 2 ** 31 - 1;

/** Milliseconds in which the loop comes round several times, even where every statement reaches its limit. */
const longestSilence = 30_000;

/** Does one job; `signal` is aborted when the job was deleted or this process closes. */
export type RunJob = (generateId: string, signal: AbortSignal) => Promise<void>;

/** The queue of jobs. */
export interface JobQueue {
  /** Queues a job within a transaction: it is worked on once that is committed. */
  add(tx: Transaction<Schema>, generateId: string): Promise<void>;
  /** Looks for work at once instead of at the next half second. */
  wake(): void;
  /** Stops the work on a job that was deleted, if it is done here. */
  cancel(generateId: string): void;
  /** Whether a job is worked on here or by another process on this machine, by what was known a second ago. */
  isBusy(): Promise<boolean>;
  /** Whether work is looked for; always where none is to be done. */
  isAlive(): boolean;
  /** Hands back what is being worked on, so that another process goes on with it at once. */
  close(): Promise<void>;
}

/** What the queue needs; `run` is null in a process that only queues. */
export interface QueueParts {
  db: Database;
  clock: () => number;
  onError: (error: unknown) => void;
  run: RunJob | null;
  /** Rejects while no job may be worked on here: the API, which may start later, has another store. */
  requireStore(): Promise<void>;
  /** Milliseconds after which a job of a process that died is taken up by another. */
  leaseTime: number;
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
    // Before those that wait in their turn, and the oldest first.
    const messages = left.map(job => messageOf(job.generate_id, highestPriority - Number(job.position)));
    if (messages.length > 0) await boss.insert(messages);
  }

  async function startWork(run: RunJob): Promise<MessageLoop> {
    if (!db.shared) {
      // Nobody else can be working: whatever is claimed was claimed by a process that died.
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

/** Makes the tables of the queue, or brings them up to date. */
async function makeTables(query: Database['query']): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: runSqlOn(query) }, schedule: false, supervise: false });
  await boss.start();
  // With this policy a job that waits is in the queue once, however often it is sent.
  await boss.createQueue(queueName, { name: queueName, policy: 'short' });
  await boss.stop({ graceful: false });
}

/** Paid jobs that any process on this machine works on. */
export class JobsNearby {
  readonly #parts: NearbyParts;
  #isBusy: Promise<boolean> = Promise.resolve(false);
  #looked = Number.NEGATIVE_INFINITY;

  constructor(parts: NearbyParts) {
    this.#parts = parts;
  }

  /** Whether there was one within the last second; false as well while the database does not respond. */
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
 * Takes messages of a queue and acknowledges each after its work. pg-boss has such a loop, but does not wait for its
 * acknowledgements: one that failed, because the database was gone at that moment, would end the process.
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
