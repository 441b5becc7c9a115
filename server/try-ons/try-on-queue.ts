import type { JobQueue } from '../jobs/job-queue.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';

/** `late`: time was over or the caller disconnected. `last`: the user has reached the daily limit. */
export type Drawn = 'drawn' | 'late' | 'last';

/** `key` identifies it, so that concurrent requests share one drawing. */
export interface WantedTryOn {
  userId: string;
  key: string;
  draw(): Promise<Drawn>;
}

interface Item extends WantedTryOn {
  /** Number of calls waiting. */
  waiting: number;
  drawn: Promise<Drawn>;
  begin(): Promise<unknown>;
}

/** One at a time, users in turn, while this machine works on no paid job. Drops try-ons that nobody waits for. */
export class TryOnQueue {
  readonly #jobs: Pick<JobQueue, 'isBusy'>;
  /** Running and waiting, by key. */
  readonly #items = new Map<string, Item>();
  /** Waiting, by user; the next user first. */
  readonly #ofUsers = new Map<string, Item[]>();
  #isRunning = false;

  constructor(jobs: Pick<JobQueue, 'isBusy'>) {
    this.#jobs = jobs;
  }

  /** Resolves when the try-on is drawn, or when `signal` is aborted. */
  async add(tryOn: WantedTryOn, signal: AbortSignal): Promise<Drawn> {
    if (signal.aborted) return 'late';
    const item = this.#items.get(tryOn.key) ?? this.#append(tryOn);
    item.waiting += 1;
    const late = new Promise<Drawn>(resolve => signal.addEventListener('abort', () => resolve('late')));
    try {
      return await Promise.race([item.drawn, late]);
    } finally {
      item.waiting -= 1;
      if (item.waiting === 0) this.#takeBack(item);
    }
  }

  #append(tryOn: WantedTryOn): Item {
    const item = { ...tryOn, waiting: 0 } as Item;
    item.drawn = new Promise((resolve, reject) => {
      item.begin = () => tryOn.draw().then(resolve, reject);
    });
    this.#items.set(tryOn.key, item);
    this.#ofUsers.set(tryOn.userId, [...(this.#ofUsers.get(tryOn.userId) ?? []), item]);
    if (!this.#isRunning) void this.#run();
    return item;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#ofUsers.size > 0) {
      await waitForCalm(this.#jobs);
      const item = this.#next();
      await item?.begin();
      if (item) this.#items.delete(item.key);
    }
    this.#isRunning = false;
  }

  /** Takes the next user's first try-on and moves the user behind all others. */
  #next(): Item | undefined {
    for (const [userId, [first, ...others]] of this.#ofUsers) {
      this.#ofUsers.delete(userId);
      if (others.length > 0) this.#ofUsers.set(userId, others);
      return first;
    }
    return undefined;
  }

  /** A running drawing continues: it ends soon and is saved. */
  #takeBack(item: Item): void {
    const ofUser = this.#ofUsers.get(item.userId) ?? [];
    const left = ofUser.filter(other => other !== item);
    if (left.length === ofUser.length) return;
    this.#items.delete(item.key);
    if (left.length > 0) this.#ofUsers.set(item.userId, left);
    else this.#ofUsers.delete(item.userId);
  }
}
