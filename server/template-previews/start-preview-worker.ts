import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** A module of Node's that gives the generator the small canvas; the bundle is built with it (vite.server.config.ts). */
const smallCanvas = (url: string) =>
  `data:text/javascript,${encodeURIComponent(
    `export async function resolve(name, context, next) {
    const found = await next(name, context);
    return /generator.filters.canvas\\.ts/.test(found.url) ? { ...found, url: ${JSON.stringify(url)} } : found;
  }`,
  )}`;

/** Starts the thread that draws previews, from the source or from the bundle. */
export function startPreviewWorker(): Worker {
  const here = dirname(fileURLToPath(import.meta.url));
  const source = join(here, 'preview-worker.ts');
  if (existsSync(source)) return startFromSource(here, source);

  // The bundle's chunks may lie a folder deeper than its entries.
  const built = [join(here, 'preview-worker.js'), join(here, '..', 'preview-worker.js')].find(existsSync);
  if (!built) throw new Error(`The drawing of previews is missing: no preview-worker.js near ${here}`);
  return new Worker(built);
}

/** On Node 20 a thread registers tsx by itself. */
function startFromSource(here: string, source: string): Worker {
  const canvas = smallCanvas(pathToFileURL(join(here, 'small-canvas.ts')).href);
  const start =
    "Promise.all([import('tsx/esm/api'), import('node:module')]).then(([tsx, node]) => " +
    `(tsx.register(), node.register(${JSON.stringify(canvas)}), import(${JSON.stringify(pathToFileURL(source).href)})))`;
  return new Worker(start, { eval: true });
}
