/** `begin` runs the check and returns its CPU time in milliseconds. */
interface Waiting {
  userId: string;
  begin(): Promise<number>;
}

const day = 24 * 60 * 60_000;

/**
 * Next serves the user with the least CPU time that day, so one user's costly photos delay others by only one photo.
 */
export class PhotoQueue {
  readonly #most: number;
  readonly #waiting = new Set<Waiting>();
  #spent = new Map<string, number>();
  #since = performance.now();
  #isRunning = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for the user's turn and runs `act`. False if too many wait or `signal` is aborted before the turn. */
  async take(userId: string, signal: AbortSignal, act: () => Promise<number>): Promise<boolean> {
    if (signal.aborted || this.#waiting.size >= this.#most) return false;
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#waiting.delete(waiting)) resolve(false);
      };
      const begin = async () => {
        signal.removeEventListener('abort', leave);
        const acted = act();
        acted.then(() => resolve(true), reject);
        return acted.catch(() => 0);
      };
      const waiting = { userId, begin };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', leave);
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      const next = [...this.#waiting].reduce((least, other) =>
        this.#spentBy(other) < this.#spentBy(least) ? other : least,
      );
      this.#waiting.delete(next);
      const time = await next.begin();
      this.#spent.set(next.userId, this.#spentBy(next) + time);
    }
    this.#isRunning = false;
    if (performance.now() - this.#since < day) return;
    this.#spent = new Map();
    this.#since = performance.now();
  }

  #spentBy({ userId }: Waiting): number {
    return this.#spent.get(userId) ?? 0;
  }
}
