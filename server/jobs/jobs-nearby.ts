import type { Database } from '../db/database.ts';
import { unfinished } from './status.ts';
import { thisMachine } from './this-machine.ts';

/** Milliseconds for which a look at the database counts: a job takes several seconds. */
const lookCounts = 1_000;

interface NearbyParts {
  db: Database;
  clock: () => number;
  onError: (error: unknown) => void;
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
