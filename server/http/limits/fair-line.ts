import { Busy } from '../api-error.ts';
import { AtOnce } from '../at-once.ts';

/** What a caller waits for; `key` names what it makes, so that it is done once however many wait for it. */
export interface Wanted<Result> {
  caller: string;
  key: string;
  make(): Promise<Result>;
}

/** What is wanted, and how many calls wait for it. */
interface Entry<Result> extends Wanted<Result> {
  waiting: number;
  hasBegun: boolean;
  made: Promise<Result>;
  begin(): Promise<unknown>;
}

/** How much is done at a time, and how many calls wait at the same time: of one caller, and of all. */
export interface LineBounds {
  running: number;
  ofOne: number;
  inAll: number;
  /** Seconds after which a caller who is refused may try again. */
  tryAgainIn: number;
}

/** Does what is wanted by turns, the first of each caller before the second of any, and not what nobody waits for any more. */
export class FairLine<Result> {
  readonly #bounds: LineBounds;
  readonly #calls: AtOnce;
  readonly #entries = new Map<string, Entry<Result>>();
  /** Those that are not begun, by the callers who wait for them, in the order in which it is their turn. */
  readonly #lines = new Map<string, Set<Entry<Result>>>();
  #running = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
    this.#calls = new AtOnce(bounds);
  }

  /** Resolves with what was made, with null as soon as `signal` is aborted; refuses with 1005 where too many wait. */
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
    // Who has had a turn stands behind all others.
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
