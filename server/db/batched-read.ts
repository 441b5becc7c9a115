/** Reads of one batch that may be under way at once; more only wait for each other in the database. */
const mostRunning = 2;

interface Waiting<Value> {
  promise: Promise<Value | undefined>;
  resolve(value: Value | undefined): void;
  reject(reason: unknown): void;
}

/**
 * Reads single rows by their keys, many at a time: keys requested while a query is under way are read by the next
 * one, all together. A value is never older than its request.
 */
export class BatchedRead<Value> {
  readonly #read: (keys: string[]) => Promise<Map<string, Value>>;
  #waiting = new Map<string, Waiting<Value>>();
  #running = 0;

  constructor(read: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#read = read;
  }

  /** The value of a key, or undefined when there is none. */
  get(key: string): Promise<Value | undefined> {
    const earlier = this.#waiting.get(key);
    if (earlier) return earlier.promise;

    const waiting = {} as Waiting<Value>;
    waiting.promise = new Promise((resolve, reject) => Object.assign(waiting, { resolve, reject }));
    this.#waiting.set(key, waiting);
    // Not before all requests that came together are in the batch.
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
