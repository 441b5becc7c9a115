import { ApiError, codes } from '../api/errors.ts';
import { getJob, isRunning, type Job } from '../api/pics.ts';

/** How the watch ended: the job is over, there is no such job, or nobody watches any more. */
export type WatchEnd = 'over' | 'gone' | 'stopped';

/** What a watch needs; `trainId` and `generateId` name the job, the second may be empty. */
export interface Watch {
  trainId: string;
  generateId: string;
  /** Called with each answer. */
  onJob: (job: Job) => void;
  /** Called with the number of questions in a row that were not answered. */
  onMiss?: (misses: number) => void;
  signal: AbortSignal;
  /** False: a refused token is a question without an answer, nobody is asked to sign in. */
  signIn?: boolean;
}

/** The first pause between two questions, ms. */
const shortest = 3000;
/** The pause that the others grow to, ms. */
const longest = 15_000;
/** How many pauses stay short: most jobs are done by then. */
const shortPauses = 20;
const growth = 1.25;

/** Asks for a job until it is over; while the page is hidden or offline it rests, and asks at once on return. */
export async function watchMaking({
  trainId,
  generateId,
  onJob,
  onMiss,
  signal,
  signIn,
}: Watch): Promise<WatchEnd> {
  let misses = 0;
  for (let asked = 0; !signal.aborted; asked++) {
    await untilAwake(signal);
    if (signal.aborted) break;
    try {
      const job = await getJob(trainId, generateId, { signal, ...(signIn !== undefined && { signIn }) });
      if (signal.aborted) break;
      misses = 0;
      onJob(job);
      if (!isRunning(job)) return 'over';
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof ApiError && error.code === codes.notFound) return 'gone';
      onMiss?.(++misses);
    }
    await rest(pauseAfter(asked), signal);
  }
  return 'stopped';
}

/** How long to wait after the question of that number, the first is 0; ms. */
export function pauseAfter(asked: number): number {
  const slower = Math.max(0, asked + 1 - shortPauses);
  return Math.min(longest, shortest * growth ** slower);
}

function isAwake(): boolean {
  return navigator.onLine && document.visibilityState === 'visible';
}

/** Resolves when the page is seen and online. */
function untilAwake(signal: AbortSignal): Promise<void> {
  if (isAwake()) return Promise.resolve();
  return new Promise(resolve => onReturn(resolve, signal));
}

/** Resolves after a time, and at once when the page comes back in between. */
function rest(time: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, time);
    const stop = onReturn(end, signal);
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Calls once when the page is seen and online again, or when the watch is stopped; answers how to listen no more. */
function onReturn(call: () => void, signal: AbortSignal): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const stop = () => listening.abort();
  const check = () => {
    if (!isAwake() && !signal.aborted) return;
    stop();
    call();
  };
  document.addEventListener('visibilitychange', check, options);
  window.addEventListener('online', check, options);
  signal.addEventListener('abort', check, options);
  if (signal.aborted) check();
  return stop;
}
