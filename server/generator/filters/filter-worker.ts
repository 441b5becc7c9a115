import { parentPort, workerData } from 'node:worker_threads';
import type { FilterCall } from './filter-pool.ts';
import { type CompiledModule, type SharedMemory, webAssembly } from './web-assembly.ts';

// One thread of the filter pool: runs the filter of each call over its rows.

const { module, memory } = workerData as { module: CompiledModule; memory: SharedMemory };
const abort = () => {
  throw new Error('A filter stopped');
};
const { exports } = await webAssembly.instantiate(module, { env: { memory, abort } });
const filters = exports as Record<string, (...numbers: number[]) => void>;

parentPort!.on('message', ({ id, filter, numbers, firstRow, endRow }: FilterCall) => {
  filters[filter]!(...numbers, firstRow, endRow);
  parentPort!.postMessage(id);
});
