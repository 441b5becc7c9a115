import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Busy } from '../api-error.ts';
import { addressOf, callerGone } from '../caller.ts';

/** Amounts per caller, and their total. */
export class Sums {
  readonly #ofCallers = new Map<string, number>();
  all = 0;

  get callers(): number {
    return this.#ofCallers.size;
  }

  of(caller: string): number {
    return this.#ofCallers.get(caller) ?? 0;
  }

  add(caller: string, amount: number): void {
    const sum = this.of(caller) + amount;
    this.all += amount;
    if (sum > 0) this.#ofCallers.set(caller, sum);
    else this.#ofCallers.delete(caller);
  }
}

/** Limits concurrent tasks, per caller and in total. */
export class AtOnce {
  readonly #most: { ofOne: number; inAll: number };
  readonly #running = new Sums();

  constructor(most: { ofOne: number; inAll: number }) {
    this.#most = most;
  }

  /** Counts a task until the caller calls the returned function; null if the limit is reached. */
  begin(caller: string): (() => void) | null {
    const { ofOne, inAll } = this.#most;
    if (this.#running.all >= inAll || this.#running.of(caller) >= ofOne) return null;
    this.#running.add(caller, 1);
    return () => this.#running.add(caller, -1);
  }
}

/** Maximum number of counted callers, to limit memory. If there are more, all counts restart at 0. */
const mostCallers = 200_000;

/** Limits how often callers may do something per period (ms), per caller and in total. */
export class Rate {
  readonly #most: { ofOne?: number; inAll?: number };
  readonly #period: number;
  readonly #clock: () => number;
  #counts = new Sums();
  #began: number;

  constructor(most: { ofOne?: number; inAll?: number }, period: number, clock = () => performance.now()) {
    this.#most = most;
    this.#period = period;
    this.#clock = clock;
    this.#began = clock();
  }

  take(caller: string): boolean {
    const now = this.#clock();
    if (now - this.#began >= this.#period || this.#counts.callers >= mostCallers) {
      this.#counts = new Sums();
      this.#began = now;
    }
    const { ofOne = Number.POSITIVE_INFINITY, inAll = Number.POSITIVE_INFINITY } = this.#most;
    if (this.#counts.all >= inAll || this.#counts.of(caller) >= ofOne) return false;
    this.#counts.add(caller, 1);
    return true;
  }

  get secondsUntilNext(): number {
    return Math.ceil((this.#began + this.#period - this.#clock()) / 1000);
  }
}

/** A requested result. Requests with the same `key` share one call of `make`. */
interface Wanted<Result> {
  caller: string;
  key: string;
  make(): Promise<Result>;
}

/** A queued or running task; `waiting` is the number of calls that wait for it. */
interface Task<Result> extends Wanted<Result> {
  waiting: number;
  hasBegun: boolean;
  made: Promise<Result>;
  begin(): Promise<unknown>;
}

/** `running`: maximum concurrent tasks. `ofOne`, `inAll`: maximum waiting calls, per caller and in total. */
interface QueueBounds {
  running: number;
  ofOne: number;
  inAll: number;
  /** Seconds after which a refused caller may retry. */
  tryAgainIn: number;
}

/**
 * Runs tasks of different callers in turn. Shares one run among calls with the same key; drops tasks nobody waits for.
 */
export class FairQueue<Result> {
  readonly #bounds: QueueBounds;
  readonly #ready: (() => Promise<unknown>) | undefined;
  readonly #calls: AtOnce;
  readonly #tasks = new Map<string, Task<Result>>();
  /** Queued tasks by caller; the caller whose turn is next comes first. */
  readonly #queues = new Map<string, Set<Task<Result>>>();
  #running = 0;

  /** The queue awaits `ready` before each task; `ready` must not reject. */
  constructor(bounds: QueueBounds, ready?: () => Promise<unknown>) {
    this.#bounds = bounds;
    this.#ready = ready;
    this.#calls = new AtOnce(bounds);
  }

  /** Waits for the result. Null as soon as `signal` is aborted; throws 1005 if too many calls wait. */
  async wait(wanted: Wanted<Result>, signal: AbortSignal): Promise<Result | null> {
    if (signal.aborted) return null;
    const end = this.#calls.begin(wanted.caller);
    if (!end) throw new Busy('overloaded', 'error.overloaded', this.#bounds.tryAgainIn);
    const task = this.#tasks.get(wanted.key) ?? this.#open(wanted);
    task.waiting += 1;
    if (!task.hasBegun)
      this.#queues.set(wanted.caller, (this.#queues.get(wanted.caller) ?? new Set()).add(task));
    void this.#runNext();
    let leave: () => void;
    const gone = new Promise<null>(resolve => {
      leave = () => resolve(null);
      signal.addEventListener('abort', leave);
    });
    return Promise.race([task.made, gone]).finally(() => {
      signal.removeEventListener('abort', leave);
      end();
      task.waiting -= 1;
      if (task.waiting === 0 && !task.hasBegun) this.#takeOut(task);
    });
  }

  #open(wanted: Wanted<Result>): Task<Result> {
    const task = { ...wanted, waiting: 0, hasBegun: false } as Task<Result>;
    task.made = new Promise((resolve, reject) => {
      task.begin = () => wanted.make().then(resolve, reject);
    });
    this.#tasks.set(wanted.key, task);
    return task;
  }

  #takeOut(task: Task<Result>): void {
    if (!task.hasBegun) this.#tasks.delete(task.key);
    for (const [caller, queue] of this.#queues) {
      queue.delete(task);
      if (queue.size === 0) this.#queues.delete(caller);
    }
  }

  async #runNext(): Promise<void> {
    if (this.#running >= this.#bounds.running || this.#queues.size === 0) return;
    this.#running += 1;
    if (this.#ready) await this.#ready();
    const [caller, queue] = this.#queues.entries().next().value ?? [];
    if (caller !== undefined && queue) {
      // Move the caller behind all other callers.
      this.#queues.delete(caller);
      this.#queues.set(caller, queue);
      const [task] = queue;
      task!.hasBegun = true;
      this.#takeOut(task!);
      await task!.begin();
      this.#tasks.delete(task!.key);
    }
    this.#running -= 1;
    void this.#runNext();
  }
}

/** Something that a caller occupies. `size` is in bytes, or 1 to count items. */
interface Held {
  caller: string;
  size: number;
}

/**
 * The first item of the caller whose items have the largest total size; if callers tie, the first item among theirs.
 */
export function firstOfGreediest<Thing extends Held>(things: Iterable<Thing>): Thing | undefined {
  const all = [...things];
  const sums = new Sums();
  for (const { caller, size } of all) sums.add(caller, size);
  const most = Math.max(...all.map(({ caller }) => sums.of(caller)));
  return all.find(({ caller }) => sums.of(caller) === most);
}

/** Minimum average speed in bytes a second, enforced after `grace` milliseconds. */
interface LeastPace {
  slowest: number;
  grace: number;
}

/** Measures a body's average speed since construction. */
export class Pace {
  readonly #began = performance.now();
  readonly #moved: () => number;
  readonly #least: LeastPace;

  /** `moved` returns the number of bytes transferred so far. */
  constructor(moved: () => number, least: LeastPace) {
    this.#moved = moved;
    this.#least = least;
  }

  /** Bytes a second. */
  get speed(): number {
    return (this.#moved() / Math.max(1, this.#age)) * 1000;
  }

  /** True during the grace period, when the average speed is still meaningless. */
  get isYoung(): boolean {
    return this.#age <= this.#least.grace;
  }

  get crawls(): boolean {
    return !this.isYoung && this.speed < this.#least.slowest;
  }

  get #age(): number {
    return performance.now() - this.#began;
  }
}

interface Sent extends Held {
  body: Readable;
  pace: Pace;
}

const checkEvery = 1_000;

/**
 * Limits how many large bodies are sent concurrently, because each takes a file handle. Never refuses a new body. If
 * there are too many, destroys a body of the address that has the most: its slowest one, or its oldest if all are in
 * their grace period.
 */
export class SentBodies {
  readonly #bounds: LeastPace & { inAll: number };
  readonly #sent = new Set<Sent>();
  #watching: NodeJS.Timeout | undefined;

  constructor(bounds: LeastPace & { inAll: number }) {
    this.#bounds = bounds;
  }

  /**
   * Counts a body until it closes. Destroys it if the reader disconnects or is too slow, or to make room for a new
   * body.
   */
  add(body: Readable, reply: FastifyReply): void {
    if (this.#sent.size >= this.#bounds.inAll) firstOfGreediest(this.#slowestFirst())?.body.destroy();
    const { socket } = reply.request.raw;
    // Bytes in the socket's buffer have not reached the reader. Without a connection, as in tests, the difference is
    // NaN.
    const taken = () => socket.bytesWritten - socket.writableLength || 0;
    const before = taken();
    const pace = new Pace(() => taken() - before, this.#bounds);
    const sent: Sent = { caller: addressOf(reply.request), size: 1, body, pace };
    this.#sent.add(sent);
    this.#watching ??= setInterval(() => this.#endCrawling(), checkEvery).unref();
    body.once('close', () => {
      this.#sent.delete(sent);
      if (this.#sent.size > 0) return;
      clearInterval(this.#watching);
      this.#watching = undefined;
    });
    const gone = callerGone(reply);
    if (gone.aborted) body.destroy();
    else gone.addEventListener('abort', () => body.destroy());
  }

  /** Slowest first; bodies in their grace period last, the oldest of them first. */
  #slowestFirst(): Sent[] {
    const speedOf = ({ pace }: Sent) => (pace.isYoung ? Number.MAX_VALUE : pace.speed);
    return [...this.#sent].toSorted((one, other) => speedOf(one) - speedOf(other));
  }

  #endCrawling(): void {
    for (const { pace, body } of this.#sent) if (pace.crawls) body.destroy();
  }
}
