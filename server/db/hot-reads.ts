import type { Database } from './database.ts';
import type { PicsTable } from './schema.ts';

type StoredPic = Pick<PicsTable, 'pic_id' | 'key'>;

export type HotReads = ReturnType<typeof openHotReads>;

/** Reads users by user_id, jobs by train_id, and a job's pics, in order, by generate_id. */
export function openHotReads({ query }: Database) {
  return {
    users: new BatchedRead(async ids => {
      const rows = await query.selectFrom('users').selectAll().where('user_id', 'in', ids).execute();
      return new Map(rows.map(row => [row.user_id, row]));
    }),
    jobs: new BatchedRead(async ids => {
      const rows = await query.selectFrom('jobs').selectAll().where('train_id', 'in', ids).execute();
      return new Map(rows.map(row => [row.train_id, row]));
    }),
    pics: new BatchedRead(async ids => {
      const rows = await query
        .selectFrom('pics')
        .select(['generate_id', 'pic_id', 'key'])
        .where('generate_id', 'in', ids)
        .orderBy('position')
        .execute();
      const found = new Map<string, StoredPic[]>();
      for (const { generate_id, ...pic } of rows) {
        const pics = found.get(generate_id) ?? [];
        pics.push(pic);
        found.set(generate_id, pics);
      }
      return found;
    }),
  };
}

/** Maximum number of concurrent queries. More would only wait inside the database. */
const mostRunning = 2;

interface Waiting<Value> {
  promise: Promise<Value | undefined>;
  resolve(value: Value | undefined): void;
  reject(reason: unknown): void;
}

/** Collects keys while queries run, and reads them in one query. Never returns a value read before the request. */
export class BatchedRead<Value> {
  readonly #read: (keys: string[]) => Promise<Map<string, Value>>;
  #waiting = new Map<string, Waiting<Value>>();
  #running = 0;

  constructor(read: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#read = read;
  }

  get(key: string): Promise<Value | undefined> {
    const earlier = this.#waiting.get(key);
    if (earlier) return earlier.promise;

    const waiting = {} as Waiting<Value>;
    waiting.promise = new Promise((resolve, reject) => Object.assign(waiting, { resolve, reject }));
    this.#waiting.set(key, waiting);
    // Wait until all requests of this tick have joined the batch.
    if (this.#waiting.size === 1) setImmediate(() => void this.#start());
    return waiting.promise;
  }

  async #start(): Promise<void> {
    if (this.#running >= mostRunning || this.#waiting.size === 0) return;
    const batch = this.#waiting;
    this.#waiting = new Map();
    this.#running += 1;
    try {
      const values = await this.#read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      this.#running -= 1;
      void this.#start();
    }
  }
}
