import { getJobs, isRunning, type Job } from '../api/pics.ts';
import { forgetJob, making, recallJob, rememberJob } from '../state/making.ts';
import { session } from '../state/session.ts';
import { watchMaking } from './watch-making.ts';

let followers = 0;
let current: { trainId: string | null; stop: AbortController } | null = null;

/**
 * Keeps the remembered job up to date while a screen shows it; when none is remembered it looks whether
 * one runs. Screens share one watch. Call it again when `making.job` is another one. Answers how to stop;
 * never asks anybody to sign in.
 */
export function followJob(): () => void {
  followers++;
  const trainId = making.job?.trainId ?? null;
  if (current?.trainId !== trainId) {
    current?.stop.abort();
    start(trainId);
  }
  return () => {
    if (--followers > 0) return;
    current?.stop.abort();
    current = null;
  };
}

function start(trainId: string | null): void {
  const mine = { trainId, stop: new AbortController() };
  current = mine;
  follow(mine.stop.signal)
    .catch(() => undefined)
    .finally(() => {
      if (current === mine) current = null;
    });
}

async function follow(signal: AbortSignal): Promise<void> {
  if (!session.token) return;
  await recallJob();
  if (!making.job) await findRunningJob(signal);
  if (signal.aborted || !making.job || !isRunning(making.job)) return;
  const { trainId, generateId } = making.job;
  const onJob = (job: Job) => {
    if (making.job?.trainId === trainId) rememberJob(job);
  };
  const end = await watchMaking({ trainId, generateId, onJob, signal, signIn: false });
  if (end === 'gone' && making.job?.trainId === trainId) forgetJob();
}

/** The first page of jobs tells whether one runs that was started elsewhere. */
async function findRunningJob(signal: AbortSignal): Promise<void> {
  const running = (await getJobs(1, { signIn: false })).find(isRunning);
  if (running && !signal.aborted && !making.job) rememberJob(running);
}
