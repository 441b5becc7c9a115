import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Entry files of threads, with their folder below `server/generator`. */
const FOLDERS = {
  'generator-worker': 'local',
  'filter-worker': 'filters',
  'try-on-worker': '../try-ons',
};

/** Starts a thread, either from the source or from the bundle. */
export function startThread(name: keyof typeof FOLDERS, workerData?: unknown): Worker {
  const here = dirname(fileURLToPath(import.meta.url));
  const source = join(here, '..', FOLDERS[name], `${name}.ts`);

  if (existsSync(source)) return startFromSource(source, workerData);

  // In the bundle, this code may be one folder below the entry files, so also look one folder up.
  const built = [join(here, `${name}.js`), join(here, '..', `${name}.js`)].find(existsSync);
  if (!built) throw new Error(`The picture generator is missing: no ${name}.js near ${here}`);

  return new Worker(built, { workerData });
}

/** On Node 20, `--import tsx` has no effect in a thread, so the thread registers tsx itself. */
function startFromSource(file: string, workerData: unknown): Worker {
  const start =
    "import('tsx/esm/api').then(({ register }) => " +
    `(register(), import(${JSON.stringify(pathToFileURL(file).href)})))`;

  return new Worker(start, { eval: true, workerData });
}
