import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Stored } from '../db/schema.ts';
import { jobStatus, unfinished } from './status.ts';
import { isFree } from './tries.ts';

/** Assumed seconds per job until real ones are measured: four pics of about 5 s each, and the photo checks. */
const usualSeconds = 30;

const measured = 10;

/** Milliseconds for which the queue's state is cached. */
const validFor = 1_000;

interface QueueState {
  places: Map<string, number>;
  workers: number;
  seconds: number;
}

type WaitingJob = Pick<Stored<'jobs'>, 'generate_id' | 'status' | 'progress'>;

/** Seconds until a job is done, and the number of jobs ahead of it that have not started. */
export interface Expectation {
  seconds: number;
  position: number;
}

export class Forecast {
  readonly #db: Database;
  readonly #clock: () => number;
  #latest: { time: number; state: Promise<QueueState> } | null = null;

  constructor(db: Database, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
  }

  async expect(jobs: WaitingJob[]): Promise<Map<string, Expectation>> {
    const waiting = jobs.filter(job => unfinished.includes(job.status));
    if (waiting.length === 0) return new Map();

    const { places, workers, seconds } = await this.#currentQueue();
    return new Map(
      waiting.map(job => {
        // A job that is missing in the cached state was created after it, so the job is last in the queue.
        const place = places.get(job.generate_id) ?? places.size;
        const jobsToMake = Math.floor(place / workers) + 1 - job.progress / 100;
        const expectation = {
          seconds: Math.ceil(jobsToMake * seconds),
          position: Math.max(0, place - workers + 1),
        };
        return [job.generate_id, expectation];
      }),
    );
  }

  #currentQueue(): Promise<QueueState> {
    const time = performance.now();
    if (!this.#latest || time - this.#latest.time > validFor) {
      const state = this.#readQueue();
      this.#latest = { time, state };
      // Do not cache a failed read.
      state.catch(() => {
        this.#latest = null;
      });
    }
    return this.#latest.state;
  }

  async #readQueue(): Promise<QueueState> {
    const now = this.#clock();
    const queue = await this.#db.query
      .selectFrom('jobs')
      .select(job => ['generate_id', job.not(isFree(now)(job)).as('is_worked_on')])
      .where('status', 'in', unfinished)
      .orderBy('position')
      .execute();
    return {
      places: new Map(queue.map((job, place) => [job.generate_id, place])),
      workers: Math.max(1, queue.filter(job => job.is_worked_on).length),
      seconds: await this.#averageSeconds(),
    };
  }

  async #averageSeconds(): Promise<number> {
    const recent = this.#db.query
      .selectFrom('jobs')
      .select(sql<number>`extract(epoch FROM end_time - start_time)`.as('seconds'))
      .where('status', '=', jobStatus.generateSuccess)
      .orderBy('end_time', 'desc')
      .limit(measured)
      .as('recent');
    const { average } = await this.#db.query
      .selectFrom(recent)
      .select(sql<number | null>`avg(seconds)::float8`.as('average'))
      .executeTakeFirstOrThrow();
    return average ?? usualSeconds;
  }
}
