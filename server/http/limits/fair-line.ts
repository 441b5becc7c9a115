import { Busy } from '../api-error.ts';
import { AtOnce } from '../at-once.ts';

/** A request for a result; requests with the same `key` share one run of `make`. */
export interface Wanted<Result> {
  caller: string;
  key: string;
  make(): Promise<Result>;
}

/** A queued or running task, and the number of calls waiting for it. */
interface Entry<Result> extends Wanted<Result> {
  waiting: number;
  hasBegun: boolean;
  made: Promise<Result>;
  begin(): Promise<unknown>;
}

/** Limits: concurrent tasks; and waiting calls per caller and in total. */
export interface LineBounds {
  running: number;
  ofOne: number;
  inAll: number;
  /** Seconds. */
  tryAgainIn: number;
}

/** Takes callers in turns. Runs tasks with the same key once; drops a queued task if nobody waits for it. */
export class FairLine<Result> {
  readonly #bounds: LineBounds;
  readonly #calls: AtOnce;
  readonly #entries = new Map<string, Entry<Result>>();
  /** Queued tasks by caller; the next caller first. */
  readonly #lines = new Map<string, Set<Entry<Result>>>();
  #running = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
    this.#calls = new AtOnce(bounds);
  }

  /** Null as soon as `signal` is aborted; throws 1005 if too many calls wait. */
  async wait(wanted: Wanted<Result>, signal: AbortSignal): Promise<Result | null> {
    if (signal.aborted) return null;
    const end = this.#calls.begin(wanted.caller);
    if (!end) throw new Busy('overloaded', 'error.overloaded', this.#bounds.tryAgainIn);
    const entry = this.#entries.get(wanted.key) ?? this.#open(wanted);
    entry.waiting += 1;
    if (!entry.hasBegun) this.#stand(wanted.caller, entry);
    this.#beginNext();
    let leave: () => void;
    const gone = new Promise<null>(resolve => {
      leave = () => resolve(null);
      signal.addEventListener('abort', leave);
    });
    return Promise.race([entry.made, gone]).finally(() => {
      signal.removeEventListener('abort', leave);
      end();
      entry.waiting -= 1;
      if (entry.waiting === 0 && !entry.hasBegun) this.#takeOut(entry);
    });
  }

  #open(wanted: Wanted<Result>): Entry<Result> {
    const entry = { ...wanted, waiting: 0, hasBegun: false } as Entry<Result>;
    entry.made = new Promise((resolve, reject) => {
      entry.begin = () => wanted.make().then(resolve, reject);
    });
    this.#entries.set(wanted.key, entry);
    return entry;
  }

  #stand(caller: string, entry: Entry<Result>): void {
    const line = this.#lines.get(caller) ?? new Set();
    this.#lines.set(caller, line.add(entry));
  }

  #takeOut(entry: Entry<Result>): void {
    if (!entry.hasBegun) this.#entries.delete(entry.key);
    for (const [caller, line] of this.#lines) {
      line.delete(entry);
      if (line.size === 0) this.#lines.delete(caller);
    }
  }

  #beginNext(): void {
    if (this.#running >= this.#bounds.running) return;
    const [caller, line] = this.#lines.entries().next().value ?? [];
    if (caller === undefined || !line) return;
    // Moves the caller behind all others.
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
    const [entry] = line;
    entry!.hasBegun = true;
    this.#takeOut(entry!);
    this.#running += 1;
    void entry!.begin().then(() => {
      this.#entries.delete(entry!.key);
      this.#running -= 1;
      this.#beginNext();
    });
    this.#beginNext();
  }
}
