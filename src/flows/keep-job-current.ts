import { getJobs, isRunning, type Job } from '../api/pics.ts';
import { clearJob, loadJob, making, saveJob } from '../state/making.ts';
import { session } from '../state/session.ts';
import { watchMaking } from './watch-making.ts';

/** Keeps the remembered job as the server has it until it is over; without one it looks whether any runs. */
export async function keepJobCurrent(signal: AbortSignal): Promise<void> {
  if (!session.token) return;
  await loadJob();
  if (!making.job) await findRunningJob(signal);
  if (signal.aborted || !making.job || !isRunning(making.job)) return;
  const { trainId, generateId } = making.job;
  const onJob = (job: Job) => {
    if (making.job?.trainId === trainId) saveJob(job);
  };
  const end = await watchMaking({ trainId, generateId, onJob, signal, signIn: false });
  if (end === 'gone' && making.job?.trainId === trainId) clearJob();
}

/** The first page of jobs tells whether one runs that was started elsewhere. */
async function findRunningJob(signal: AbortSignal): Promise<void> {
  const running = (await getJobs(1, { signIn: false })).find(isRunning);
  if (running && !signal.aborted && !making.job) saveJob(running);
}
