import { setTimeout as pause } from 'node:timers/promises';
import type { JobQueue } from './job-queue.ts';

/** Milliseconds between checks. */
const nextLook = 200;

/** Waits until no paid job is in work on this machine; false if `signal` is aborted before. */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, signal?: AbortSignal): Promise<boolean> {
  while ((await queue.isBusy()) && !signal?.aborted) await pause(nextLook);
  return !signal?.aborted;
}
