import type { JobQueue } from '../jobs/job-queue.ts';
import { waitForCalm } from '../jobs/wait-for-calm.ts';

/** What became of a try-on, or of a look at two photos: it is there, its time was over or its caller gone, or the user had their last of the day. */
export type Drawn = 'drawn' | 'late' | 'last';

/** One try-on that is to be drawn; `key` names it, so that it is drawn once however often it is requested. */
export interface WantedTryOn {
  userId: string;
  key: string;
  draw(): Promise<Drawn>;
}

interface Entry extends WantedTryOn {
  /** How many calls wait for it. */
  waiting: number;
  drawn: Promise<Drawn>;
  begin(): Promise<unknown>;
}

/** Draws try-ons one at a time, users in turn, while no paid job is worked on on this machine, and none that nobody waits for any more. */
export class TryOnQueue {
  readonly #jobs: Pick<JobQueue, 'isBusy'>;
  /** Those that are drawn or wait, by their keys. */
  readonly #entries = new Map<string, Entry>();
  /** Those that wait, by their users in the order in which it is their turn. */
  readonly #ofUsers = new Map<string, Entry[]>();
  #isRunning = false;

  constructor(jobs: Pick<JobQueue, 'isBusy'>) {
    this.#jobs = jobs;
  }

  /** Resolves when the try-on is drawn, or as soon as `signal` is aborted. */
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

  /** Takes the first of the user whose turn it is, who then stands behind all others. */
  #next(): Entry | undefined {
    for (const [userId, [first, ...others]] of this.#ofUsers) {
      this.#ofUsers.delete(userId);
      if (others.length > 0) this.#ofUsers.set(userId, others);
      return first;
    }
    return undefined;
  }

  /** What is being drawn already stays: it is done soon, and saved. */
  #takeBack(entry: Entry): void {
    const ofUser = this.#ofUsers.get(entry.userId) ?? [];
    const left = ofUser.filter(other => other !== entry);
    if (left.length === ofUser.length) return;
    this.#entries.delete(entry.key);
    if (left.length > 0) this.#ofUsers.set(entry.userId, left);
    else this.#ofUsers.delete(entry.userId);
  }
}
