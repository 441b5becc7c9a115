import { getJob, isRunning, type Job, type JobIds } from '../../api/jobs.ts';
import { saysGone } from '../../api/says-gone.ts';
import { listen } from '../../platform/listen.ts';
import { isSameJob, making } from '../../state/making.ts';

/** How polling ended: the job is over, there is no such job, or it was stopped. */
export type PollEnd = 'over' | 'gone' | 'stopped';

/** What polling needs. */
interface JobPoll {
  ids: JobIds;
  /** Called with each response. */
  onJob: (job: Job) => void;
  /** Called with the number of requests in a row that failed. */
  onFailure?: (failures: number) => void;
  signal: AbortSignal;
  /** False: a refused token counts as a failure, and no sign-in starts. */
  signIn?: boolean;
}

/** The first delay between two requests, ms. */
const shortest = 3000;
/** The delay that the others grow to, ms. */
const longest = 15_000;
/** How many delays stay short: most jobs are done by then. */
const shortDelays = 20;
const growth = 1.25;
/** How long a job that was just made need not be found, seconds. */
const readLag = 30;

/** Requests a job until it is over; pauses while the page is hidden or offline, and polls at once on return. */
export async function pollJob({ ids, onJob, onFailure, signal, signIn }: JobPoll): Promise<PollEnd> {
  let failures = 0;
  for (let poll = 0; !signal.aborted; poll++) {
    await untilAwake(signal);
    if (signal.aborted) break;
    try {
      const job = await getJob(ids, { signal, ...(signIn !== undefined && { signIn }) });
      if (signal.aborted) break;
      failures = 0;
      onJob(job);
      if (!isRunning(job)) return 'over';
    } catch (error) {
      if (signal.aborted) break;
      if (!saysGone(error)) onFailure?.(++failures);
      else if (!isJustMade(ids)) return 'gone';
    }
    await delay(delayAfter(poll), signal);
  }
  return 'stopped';
}

/** Whether the job was made so lately that a server may read it from a copy which does not have it yet. */
function isJustMade(ids: JobIds): boolean {
  const { job } = making;
  return job !== null && isSameJob(job, ids) && Math.abs(Date.now() / 1000 - job.createTime) < readLag;
}

/** The delay after the request of that number, the first is 0; ms. */
export function delayAfter(poll: number): number {
  const slower = Math.max(0, poll + 1 - shortDelays);
  return Math.min(longest, shortest * growth ** slower);
}

function isAwake(): boolean {
  return document.visibilityState === 'visible';
}

/** Resolves when the page is visible. */
function untilAwake(signal: AbortSignal): Promise<void> {
  if (isAwake()) return Promise.resolve();
  return new Promise(resolve => onReturn(resolve, signal));
}

/** Resolves after a time, and at once when the page comes back in between. */
function delay(time: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, time);
    // Polling may have been stopped by what it has just reported.
    let stop = () => {};
    stop = onReturn(end, signal);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Calls once when the page is visible again, and when the network is back, or when polling is stopped; returns how to stop listening. */
function onReturn(callback: () => void, signal: AbortSignal): () => void {
  const listening = new AbortController();
  const stop = () => listening.abort();
  const check = () => {
    if (!isAwake() && !signal.aborted) return;
    stop();
    callback();
  };
  listen(document, 'visibilitychange', check, listening.signal);
  listen(window, 'online', check, listening.signal);
  listen(signal, 'abort', check, listening.signal);
  if (signal.aborted) check();
  return stop;
}
