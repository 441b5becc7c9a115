import { Busy } from '../api-error.ts';
import { AtOnce } from '../at-once.ts';

/** A request for a result; requests with the same `key` share one run of `make`. */
export interface Wanted<Result> {
  caller: string;
  key: string;
  make(): Promise<Result>;
}

/** A queued or running task, and the number of calls waiting for it. */
interface Item<Result> extends Wanted<Result> {
  waiting: number;
  hasBegun: boolean;
  made: Promise<Result>;
  begin(): Promise<unknown>;
}

/** Limits: concurrent tasks; and waiting calls per caller and in total. */
export interface QueueBounds {
  running: number;
  ofOne: number;
  inAll: number;
  /** Seconds. */
  tryAgainIn: number;
}

/** Takes callers in turns. Runs tasks with the same key once; drops a queued task if nobody waits for it. */
export class FairQueue<Result> {
  readonly #bounds: QueueBounds;
  readonly #calls: AtOnce;
  readonly #items = new Map<string, Item<Result>>();
  /** Queued tasks by caller; the next caller first. */
  readonly #queues = new Map<string, Set<Item<Result>>>();
  #running = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
    this.#calls = new AtOnce(bounds);
  }

  /** Null as soon as `signal` is aborted; throws 1005 if too many calls wait. */
  async wait(wanted: Wanted<Result>, signal: AbortSignal): Promise<Result | null> {
    if (signal.aborted) return null;
    const end = this.#calls.begin(wanted.caller);
    if (!end) throw new Busy('overloaded', 'error.overloaded', this.#bounds.tryAgainIn);
    const item = this.#items.get(wanted.key) ?? this.#open(wanted);
    item.waiting += 1;
    if (!item.hasBegun) this.#stand(wanted.caller, item);
    this.#beginNext();
    let leave: () => void;
    const gone = new Promise<null>(resolve => {
      leave = () => resolve(null);
      signal.addEventListener('abort', leave);
    });
    return Promise.race([item.made, gone]).finally(() => {
      signal.removeEventListener('abort', leave);
      end();
      item.waiting -= 1;
      if (item.waiting === 0 && !item.hasBegun) this.#takeOut(item);
    });
  }

  #open(wanted: Wanted<Result>): Item<Result> {
    const item = { ...wanted, waiting: 0, hasBegun: false } as Item<Result>;
    item.made = new Promise((resolve, reject) => {
      item.begin = () => wanted.make().then(resolve, reject);
    });
    this.#items.set(wanted.key, item);
    return item;
  }

  #stand(caller: string, item: Item<Result>): void {
    const queue = this.#queues.get(caller) ?? new Set();
    this.#queues.set(caller, queue.add(item));
  }

  #takeOut(item: Item<Result>): void {
    if (!item.hasBegun) this.#items.delete(item.key);
    for (const [caller, queue] of this.#queues) {
      queue.delete(item);
      if (queue.size === 0) this.#queues.delete(caller);
    }
  }

  #beginNext(): void {
    if (this.#running >= this.#bounds.running) return;
    const [caller, queue] = this.#queues.entries().next().value ?? [];
    if (caller === undefined || !queue) return;
    // Moves the caller behind all others.
    this.#queues.delete(caller);
    this.#queues.set(caller, queue);
    const [item] = queue;
    item!.hasBegun = true;
    this.#takeOut(item!);
    this.#running += 1;
    void item!.begin().then(() => {
      this.#items.delete(item!.key);
      this.#running -= 1;
      this.#beginNext();
    });
    this.#beginNext();
  }
}
