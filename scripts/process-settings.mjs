/**
 * What `npm start` and the image set for their process, for what measures one: without the first two glibc keeps what
 * finished pictures took, without the third files wait for threads that draw (docs/performance.md).
 */
export const processSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  UV_THREADPOOL_SIZE: '8',
  NODE_OPTIONS: '--max-semi-space-size=2',
};
