import { parentPort, workerData } from 'node:worker_threads';
import type { FilterCall } from './filter-pool.ts';
import { type CompiledModule, type SharedMemory, webAssembly } from './web-assembly.ts';

// A thread of the filter pool. For each call, it runs the filter on pieces of the rows until no piece is left.

const { module, memory } = workerData as { module: CompiledModule; memory: SharedMemory };
const abort = () => {
  throw new Error('A filter stopped');
};
const { exports } = await webAssembly.instantiate(module, { env: { memory, abort } });
const filters = exports as Record<string, (...numbers: number[]) => void>;

parentPort!.on('message', ({ id, filter, numbers, rows, pieces, next }: FilterCall) => {
  for (let piece = Atomics.add(next, 0, 1); piece < pieces; piece = Atomics.add(next, 0, 1)) {
    filters[filter]!(
      ...numbers,
      Math.floor((rows * piece) / pieces),
      Math.floor((rows * (piece + 1)) / pieces),
    );
  }
  parentPort!.postMessage(id);
});
