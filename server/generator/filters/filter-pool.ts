import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import { FilterMemory } from './filter-memory.ts';
import { type CompiledModule, webAssembly } from './web-assembly.ts';

/** A call of a WebAssembly filter. `numbers` are its arguments (addresses and sizes). */
export interface FilterCall {
  id: number;
  filter: string;
  numbers: number[];
  rows: number;
  /**
   * The rows are divided into this many pieces. `next` is a shared counter (i32): the index of the next piece to
   * process.
   */
  pieces: number;
  next: Int32Array<SharedArrayBuffer>;
}

/** More threads would hardly help, because the code between filter calls is single-threaded. */
const MOST_THREADS = 4;

/** Several pieces per thread balance the load, because rows that show the person take longer. */
const PIECES_PER_THREAD = 6;

/** Runs WebAssembly filters in several threads with shared memory. Each thread processes a part of the rows. */
export class FilterPool {
  readonly memory = new FilterMemory();
  readonly #threads: Worker[];
  readonly #waiting = new Map<number, { resolve(): void; reject(reason: Error): void }>();
  #failure: Error | null = null;
  #lastId = 0;

  private constructor(threads: Worker[], memory: FilterMemory) {
    this.#threads = threads;
    this.memory = memory;

    for (const thread of threads) {
      thread.on('message', (id: number) => this.#waiting.get(id)?.resolve());
      thread.on('error', error => this.#fail(error));
      thread.on('exit', code => this.#fail(new Error(`A filter thread ended with code ${code}`)));
    }
  }

  /** Opens a pool, by default with one thread per processor core, at most 4. */
  static async open(threads = Math.min(MOST_THREADS, availableParallelism())): Promise<FilterPool> {
    const module = await loadFilters();
    const memory = new FilterMemory();
    const workerData = { module, memory: memory.wasm };

    return new FilterPool(
      Array.from({ length: threads }, () => startThread('filter-worker', workerData)),
      memory,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.terminate()));
  }

  /**
   * Runs a filter on all rows. The threads fetch pieces from a shared counter, so they need not wait for this thread.
   */
  async run(filter: string, numbers: number[], rows: number): Promise<void> {
    const pieces = this.#threads.length * PIECES_PER_THREAD;
    const next = new Int32Array(new SharedArrayBuffer(4));
    await Promise.all(
      this.#threads.map(thread =>
        this.#call(thread, { id: ++this.#lastId, filter, numbers, rows, pieces, next }),
      ),
    );
  }

  #call(thread: Worker, call: FilterCall): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.#failure) throw this.#failure;

      this.#waiting.set(call.id, { resolve, reject });
      thread.postMessage(call);
    }).finally(() => this.#waiting.delete(call.id));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

/** Loads the compiled filters from this folder. The build copies them next to the bundle. */
async function loadFilters(): Promise<CompiledModule> {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the bundle, this code may be one folder below the entry files, so also look one folder up.
  const file = [join(here, 'filters.wasm'), join(here, '..', 'filters.wasm')].find(existsSync);
  if (!file) throw new Error(`The compiled filters are missing: no filters.wasm near ${here}`);

  return webAssembly.compile(await readFile(file));
}
