/**
 * Environment variables of the product's processes, for `npm start`, the container image and the measurements.
 * Variables that are already set keep their values. Without these settings and the small young generation, glibc and
 * node would keep more memory after a picture is finished; with fewer threads, file reads would wait for drawing
 * (docs/performance.md). The mmap threshold is above the 7 MB of a drawing's layer (1,152 × 1,536 px). With a lower
 * threshold, the system would map and unmap each of hundreds of layers, which takes longer than drawing.
 */
const variables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(8 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(32 * 2 ** 20),
  UV_THREADPOOL_SIZE: '8',
};

export const nodeOptions = ['--max-semi-space-size=2'];

export const environment = () => ({ ...variables, ...process.env });

/** Shell script that starts the built backend in the image. `exec` lets signals reach the backend. */
export const startScript = [
  '#!/bin/sh',
  ...Object.entries(variables).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`),
  `exec node ${nodeOptions.join(' ')} "$(dirname "$0")/main.js" "$@"`,
  '',
].join('\n');
