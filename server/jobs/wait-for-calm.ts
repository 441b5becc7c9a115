import { setTimeout as pause } from 'node:timers/promises';
import type { JobQueue } from './job-queue.ts';

/** Milliseconds after which it is looked again whether paid jobs are done. */
const nextLook = 200;

/** Waits until no paid job is worked on on this machine; false when `signal` is aborted before. */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, signal?: AbortSignal): Promise<boolean> {
  while ((await queue.isBusy()) && !signal?.aborted) await pause(nextLook);
  return !signal?.aborted;
}
