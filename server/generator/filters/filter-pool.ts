import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../threads/start-thread.ts';
import { FilterMemory } from './filter-memory.ts';
import { type CompiledModule, webAssembly } from './web-assembly.ts';

/** A filter of the WebAssembly module with its numbers (addresses and sizes) and the rows that it works on. */
export interface FilterCall {
  id: number;
  filter: string;
  numbers: number[];
  rows: number;
  /** Into how many pieces the rows are cut, and the next one that no thread has taken (an i32 that they share). */
  pieces: number;
  next: Int32Array<SharedArrayBuffer>;
}

/** More threads hardly help: the loops over pixels between the filters run in one. */
const MOST_THREADS = 4;

/** Pieces that a filter's rows are cut into for each thread: rows with a person take longer than rows without. */
const PIECES_PER_THREAD = 6;

/** Runs the WebAssembly filters over rows on several threads that share one memory. */
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

  /** Opens a pool with one thread a processor. */
  static async open(threads = Math.min(MOST_THREADS, availableParallelism())): Promise<FilterPool> {
    const module = await loadFilters();
    const memory = new FilterMemory();
    const workerData = { module, memory: memory.wasm };

    return new FilterPool(
      Array.from({ length: threads }, () => startThread('filter-worker', workerData)),
      memory,
    );
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(thread => thread.terminate()));
  }

  /** Runs a filter over all rows; resolves when every thread is done. They share the pieces out themselves: this one may be busy. */
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

/** The compiled filters: beside their sources, and laid beside the bundle by the build. */
async function loadFilters(): Promise<CompiledModule> {
  const here = dirname(fileURLToPath(import.meta.url));
  // The bundle's chunks may lie a folder deeper than its entries.
  const file = [join(here, 'filters.wasm'), join(here, '..', 'filters.wasm')].find(existsSync);
  if (!file) throw new Error(`The compiled filters are missing: no filters.wasm near ${here}`);

  return webAssembly.compile(await readFile(file));
}
