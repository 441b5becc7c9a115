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

interface Entry extends WantedTryOn {
  /** Number of calls waiting. */
  waiting: number;
  drawn: Promise<Drawn>;
  begin(): Promise<unknown>;
}

/** One at a time, users in turn, while this machine works on no paid job. Drops try-ons that nobody waits for. */
export class TryOnQueue {
  readonly #jobs: Pick<JobQueue, 'isBusy'>;
  /** Running and waiting, by key. */
  readonly #entries = new Map<string, Entry>();
  /** Waiting, by user; the next user first. */
  readonly #ofUsers = new Map<string, Entry[]>();
  #isRunning = false;

  constructor(jobs: Pick<JobQueue, 'isBusy'>) {
    this.#jobs = jobs;
  }

  /** Resolves when the try-on is drawn, or when `signal` is aborted. */
  async add(tryOn: WantedTryOn, signal: AbortSignal): Promise<Drawn> {
    if (signal.aborted) return 'late';
    const entry = this.#entries.get(tryOn.key) ?? this.#append(tryOn);
    entry.waiting += 1;
    const late = new Promise<Drawn>(resolve => signal.addEventListener('abort', () => resolve('late')));
    try {
      return await Promise.race([entry.drawn, late]);
    } finally {
      entry.waiting -= 1;
      if (entry.waiting === 0) this.#takeBack(entry);
    }
  }

  #append(tryOn: WantedTryOn): Entry {
    const entry = { ...tryOn, waiting: 0 } as Entry;
    entry.drawn = new Promise((resolve, reject) => {
      entry.begin = () => tryOn.draw().then(resolve, reject);
    });
    this.#entries.set(tryOn.key, entry);
    this.#ofUsers.set(tryOn.userId, [...(this.#ofUsers.get(tryOn.userId) ?? []), entry]);
    if (!this.#isRunning) void this.#run();
    return entry;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#ofUsers.size > 0) {
      await waitForCalm(this.#jobs);
      const entry = this.#next();
      await entry?.begin();
      if (entry) this.#entries.delete(entry.key);
    }
    this.#isRunning = false;
  }

  /** Takes the next user's first try-on and moves the user behind all others. */
  #next(): Entry | undefined {
    for (const [userId, [first, ...others]] of this.#ofUsers) {
      this.#ofUsers.delete(userId);
      if (others.length > 0) this.#ofUsers.set(userId, others);
      return first;
    }
    return undefined;
  }

  /** A running drawing continues: it ends soon and is saved. */
  #takeBack(entry: Entry): void {
    const ofUser = this.#ofUsers.get(entry.userId) ?? [];
    const left = ofUser.filter(other => other !== entry);
    if (left.length === ofUser.length) return;
    this.#entries.delete(entry.key);
    if (left.length > 0) this.#ofUsers.set(entry.userId, left);
    else this.#ofUsers.delete(entry.userId);
  }
}
