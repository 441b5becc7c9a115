/**
 * Environment of the product's processes, for `npm start`, the image and the measurements. Without these variables and
 * the small young generation, glibc and node would keep more memory of finished pictures. With fewer threads, reading
 * files would wait for drawing (docs/performance.md). The mmap threshold is above the 7 MB of a drawing's layer (1,152
 * × 1,536 px): otherwise the system would allocate and free each of hundreds of layers, which takes longer than
 * drawing. Variables that are already set are not changed.
 */
const variables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(8 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(32 * 2 ** 20),
  UV_THREADPOOL_SIZE: '8',
};

export const nodeOptions = ['--max-semi-space-size=2'];

export const environment = () => ({ ...variables, ...process.env });

/** Shell script that starts the built backend in the image. With `exec`, signals reach the backend. */
export const startScript = [
  '#!/bin/sh',
  ...Object.entries(variables).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`),
  `exec node ${nodeOptions.join(' ')} "$(dirname "$0")/main.js" "$@"`,
  '',
].join('\n');
