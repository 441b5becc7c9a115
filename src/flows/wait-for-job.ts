import { loadUser } from '../api/account.ts';
import { isRunning, type Job } from '../api/pics.ts';
import { picPath } from '../paths.ts';
import { go } from '../platform/navigation.ts';
import { clearJob, making, saveJob } from '../state/making.ts';
import { showMakingAd } from './show-making-ad.ts';
import { watchMaking } from './watch-making.ts';

/** What the person is told while they wait. */
export interface Wait {
  /** Null until the first answer. */
  job: Job | null;
  /** True when the server has stopped answering. */
  isSilent: boolean;
  /** True when there is no such job. */
  isGone: boolean;
}

/** So many questions in a row without an answer are worth a word. */
const silence = 3;

/** Waits for a job and tells what changes; a finished one goes on to its pics. Answers how to stop. */
export function waitForJob(
  trainId: string,
  generateId: string,
  tell: (change: Partial<Wait>) => void,
): () => void {
  const stop = new AbortController();
  wait(trainId, generateId, tell, stop.signal).catch(() => undefined);
  return () => stop.abort();
}

async function wait(
  trainId: string,
  generateId: string,
  tell: (change: Partial<Wait>) => void,
  signal: AbortSignal,
): Promise<void> {
  const isRemembered = () => making.job?.trainId === trainId;
  let last: Job | null = null;

  function onJob(job: Job) {
    if (last === null && isRunning(job)) showMakingAd(trainId);
    last = job;
    if (isRemembered() || isRunning(job)) saveJob(job);
    tell({ job, isSilent: false });
  }
  const onMiss = (misses: number) => tell({ isSilent: misses >= silence });

  const end = await watchMaking({ trainId, generateId, onJob, onMiss, signal });
  if (end === 'stopped') return;
  if (isRemembered()) clearJob();
  if (end === 'gone') return tell({ isGone: true });
  await afterEnd(last);
}

async function afterEnd(job: Job | null): Promise<void> {
  if (job?.status === 'done') go(picPath(job.generateId), { replace: true });
  // The coins of a job that came to nothing are back.
  else await loadUser({ toast: false });
}
