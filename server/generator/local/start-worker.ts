import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Starts the thread that makes pics: from the source by way of tsx, or from the bundle as it is. */
export function startWorker(): Worker {
  const here = dirname(fileURLToPath(import.meta.url));
  const source = join(here, 'generator-worker.ts');

  if (existsSync(source)) return new Worker(source, { execArgv: ['--import', 'tsx'] });

  // The bundle's chunks may lie a folder deeper than its entries.
  const built = [join(here, 'generator-worker.js'), join(here, '..', 'generator-worker.js')].find(existsSync);
  if (!built) throw new Error(`The picture generator is missing: no generator-worker.js near ${here}`);

  return new Worker(built);
}
