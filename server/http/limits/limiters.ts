import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { Busy } from '../api-error.ts';
import { addressOf, callerGone } from '../caller.ts';

/**
 * Limits on callers. `caller`: who is counted. `ofOne`: the limit for each caller. `inAll`: the limit for all callers
 * together. `per`: the period; without it, the limit is for things that exist at the same time. `refusal`: the response
 * above the limit. A test compares the table with docs/limits.md. API calls per minute have a setting: RATE_LIMIT.
 *
 * Limits that the database counts hold for all processes together, all others per process. The contract has the limits
 * of a call's parameters. Limits of time and speed are next to the code that applies them.
 */
export const bounds = {
  // Calls.
  runningCalls: { caller: 'user or address', ofOne: 6, refusal: 'waits' },
  waitingCalls: { caller: 'user or address', ofOne: 200, inAll: 2_000, refusal: '429', tryAgainIn: 3 },
  bodyBytes: { caller: 'address', ofOne: 8_000_000, inAll: 48_000_000, refusal: '503', tryAgainIn: 2 },
  connections: { caller: 'address', ofOne: 1_000, inAll: 4_000, refusal: 'closes the one idle for longest' },
  pipelinedRequests: { caller: 'connection', ofOne: 8, refusal: 'closes the connection' },
  // Accounts and money; counted in the database.
  tokens: { caller: 'user', ofOne: 50, refusal: 'ends the oldest' },
  openOrders: { caller: 'user', ofOne: 20, refusal: '429' },
  receipts: { caller: 'user', per: 'hour', ofOne: 20, refusal: '429' },
  receiptTries: { caller: 'user and receipt', per: 'minute', ofOne: 3, refusal: '400' },
  orderChecks: { caller: 'user', per: 'hour', ofOne: 400, refusal: 'the saved state' },
  adIds: { caller: 'user', ofOne: 20, refusal: 'ends the oldest' },
  adRewards: { caller: 'user', per: 'day', ofOne: 10, refusal: '429' },
  // Jobs and try-ons.
  unfinishedJobs: { caller: 'user', ofOne: 30, inAll: 5_000, refusal: '429; 503' },
  wastedJobs: { caller: 'user', per: 'day', ofOne: 40, refusal: '429' },
  photoCheckTime: { caller: 'user', per: 'day', ofOne: 120_000, refusal: '429' },
  waitingPhotos: { caller: 'user', inAll: 100, refusal: '503' },
  tryOnCalls: { caller: 'user', ofOne: 2, inAll: 24, refusal: '429', tryAgainIn: 5 },
  tryOns: { caller: 'user', per: 'day', ofOne: limits.tryOnsADay, refusal: '429' },
  waitingTryOns: { caller: 'user', running: 1, ofOne: 40, inAll: 400, refusal: '503', tryAgainIn: 5 },
  photoCheckCalls: { caller: 'user', ofOne: 1, inAll: 8, refusal: '429', tryAgainIn: 5 },
  waitingComparisons: { caller: 'user', inAll: 24, refusal: 'an empty list' },
  photoComparisons: { caller: 'user', per: 'day', ofOne: 900, refusal: 'an empty list' },
  devicesOfJob: { caller: 'job', ofOne: 10, refusal: 'ends the oldest' },
  // Pictures and files.
  smallerPictures: { caller: 'owner', running: 1, ofOne: 100, inAll: 400, refusal: '503', tryAgainIn: 5 },
  templatePictures: { caller: 'address', running: 2, ofOne: 150, inAll: 600, refusal: '503', tryAgainIn: 5 },
  shareCards: { caller: 'address', running: 1, ofOne: 4, inAll: 40, refusal: '503', tryAgainIn: 8 },
  sentPictures: { caller: 'address', inAll: 200, refusal: 'ends the slowest' },
  sentCopies: { caller: 'address', inAll: 20, refusal: 'ends the slowest' },
  comingShares: { caller: 'address', ofOne: 2, inAll: 24, refusal: 'the wizard without the photos' },
  keptShares: { caller: 'address', ofOne: 4, refusal: 'removes the oldest' },
  shareBytes: {
    caller: 'address',
    ofOne: 128 * 2 ** 20,
    inAll: 256 * 2 ** 20,
    refusal: 'removes the oldest',
  },
  // Reports.
  reports: { caller: 'user or address', per: 'day', ofOne: 20, refusal: '429' },
  clientEvents: { caller: 'address', per: 'minute', ofOne: 20, inAll: 1_200, refusal: 'dropped' },
  loggedErrors: { caller: 'address', per: 'day', ofOne: 10, refusal: 'not logged' },
  loggedErrorsAnHour: { caller: 'all', per: 'hour', inAll: 50, refusal: 'not logged' },
  sourceMaps: { caller: 'all', per: 'minute', inAll: 10, refusal: 'places stay as reported' },
  // Uploads to our own store, which refuses with OSS's error codes.
  uploads: { caller: 'user', ofOne: 10, inAll: 100, refusal: 'QpsLimitExceeded' },
  uploadBytes: { caller: 'user', ofOne: limits.photos * limits.photoBytes, refusal: 'QpsLimitExceeded' },
  uploadCalls: { caller: 'user', per: 'minute', ofOne: 600, refusal: 'QpsLimitExceeded' },
  begunUploads: { caller: 'user', ofOne: 10, refusal: 'ends the one unused for longest' },
  uploadParts: { caller: 'upload', ofOne: 256, refusal: 'InvalidArgument' },
  storedPhotos: { caller: 'user', ofOne: 1_000, refusal: 'QuotaExceeded' },
  uploadedFiles: { caller: 'user', per: 'day', ofOne: 5_000, refusal: 'QuotaExceeded' },
  uploadedBytes: { caller: 'user', per: 'day', ofOne: 500 * 2 ** 20, refusal: 'QuotaExceeded' },
} as const satisfies Record<string, Bound>;

interface Bound {
  caller: string;
  per?: 'minute' | 'hour' | 'day';
  running?: number;
  ofOne?: number;
  inAll?: number;
  refusal: string;
  tryAgainIn?: number;
}

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

/** Callers take turns. Calls with the same key share one run; drops tasks that nobody waits for. */
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

/** The first item of the caller whose items have the largest total size. */
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

export class Pace {
  readonly #began = performance.now();
  readonly #moved: () => number;
  readonly #least: LeastPace;

  /** `moved` returns the number of bytes transferred so far. */
  constructor(moved: () => number, least: LeastPace) {
    this.#moved = moved;
    this.#least = least;
  }

  /** Average in bytes a second. */
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

/** Never refuses a body: if there are too many, ends the slowest one of the address that has the most. */
export class SentBodies {
  readonly #bounds: LeastPace & { inAll: number };
  readonly #sent = new Set<Sent>();
  #watching: NodeJS.Timeout | undefined;

  constructor(bounds: LeastPace & { inAll: number }) {
    this.#bounds = bounds;
  }

  /** Counts a body until it closes. Destroys it if the reader is gone or too slow, or to make room. */
  add(body: Readable, reply: FastifyReply): void {
    if (this.#sent.size >= this.#bounds.inAll) firstOfGreediest(this.#slowestFirst())?.body.destroy();
    const { socket } = reply.request.raw;
    // Bytes in the socket's buffer have not reached the reader. NaN without a connection, as in tests.
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
