import { setTimeout as pause } from 'node:timers/promises';
import type { JobQueue } from './job-queue.ts';

/** Milliseconds after which it is looked again whether paid jobs are done. */
const nextLook = 200;

/** Waits until no paid job is worked on here; false when that is not so before `end` (of `performance.now`). */
export async function waitForCalm(queue: Pick<JobQueue, 'isBusy'>, end: number): Promise<boolean> {
  while (queue.isBusy() && performance.now() < end) await pause(nextLook);
  return performance.now() < end;
}
