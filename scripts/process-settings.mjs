/**
 * What a process of the product is started with, by `npm start`, by the image and by what measures one: without these and the
 * small nursery glibc and node keep more of finished pictures, with fewer threads files wait for those that draw
 * (docs/performance.md). A layer of a drawing, 7 MB of 1,152 × 1,536 px, is below the first threshold: above it each of hundreds
 * would be taken from the system and given back, which takes longer than the drawing. What is set already stays.
 */
const variables = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(8 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(32 * 2 ** 20),
  UV_THREADPOOL_SIZE: '8',
};

/** The options of node. */
export const nodeOptions = ['--max-semi-space-size=2'];

/** The environment of such a process. */
export const environment = () => ({ ...variables, ...process.env });

/** Starts the built backend in a shell, for the image: its process is replaced, so that signals reach the backend. */
export const startScript = [
  '#!/bin/sh',
  ...Object.entries(variables).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`),
  `exec node ${nodeOptions.join(' ')} "$(dirname "$0")/main.js" "$@"`,
  '',
].join('\n');
