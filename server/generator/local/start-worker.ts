import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Starts the thread that makes pics, from the source or from the bundle. */
export function startWorker(): Worker {
  const here = dirname(fileURLToPath(import.meta.url));
  const source = join(here, 'generator-worker.ts');

  if (existsSync(source)) return startFromSource(source);

  // The bundle's chunks may lie a folder deeper than its entries.
  const built = [join(here, 'generator-worker.js'), join(here, '..', 'generator-worker.js')].find(existsSync);
  if (!built) throw new Error(`The picture generator is missing: no generator-worker.js near ${here}`);

  return new Worker(built);
}

/** On Node 20 the option `--import tsx` has no effect in a thread, so that the thread registers tsx by itself. */
function startFromSource(file: string): Worker {
  const start =
    "import('tsx/esm/api').then(({ register }) => " +
    `(register(), import(${JSON.stringify(pathToFileURL(file).href)})))`;

  return new Worker(start, { eval: true });
}
