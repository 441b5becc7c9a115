import { proxy, type Snapshot } from 'valtio';
import { json } from '../platform/parse.ts';
import { saved, savedLocally } from '../platform/storage/saved.ts';
import { isSameId, type WireId } from './is-same-id.ts';
import { type Job, type JobIds, jobParser } from './job.ts';

interface CurrentJob {
  /** The job for which the user is waiting, or whose pictures the user has not opened yet; null if there is none. */
  job: Job | null;
}

const savedJob = saved<Job>('tyy.job', jobParser);
const quickJob = savedLocally<Job>('tyy.job', json(jobParser));

const state = proxy<CurrentJob>({ job: quickJob.read() });

/** The saved job is read synchronously, so that Home and My show it at once. */
export const currentJob: Snapshot<CurrentJob> = state;

/** True if two jobs have at least one id in common and no id that differs. Ignores ids that are missing on one side. */
export function isSameJob(one: JobIds, other: JobIds): boolean {
  const ids = ['trainId', 'generateId'] as const;
  const known = ids.filter(id => one[id] && other[id]);
  return known.length > 0 && known.every(id => isSameId(one[id], other[id]));
}

export const jobKey = ({ trainId, generateId }: JobIds): string => String(trainId || generateId);

/** Saves a job in local storage and in the durable cache, which survives when the phone kills the webview. */
export function saveJob(job: Job): void {
  const before = state.job;
  state.job = job;
  // A change of progress alone is not saved, because the next poll loads the progress again.
  const isKnown = before?.trainId === job.trainId && before.generateId === job.generateId;
  if (isKnown && before.status === job.status) return;
  quickJob.write(job);
  savedJob.write(job);
}

/** Clears the job once the user has seen its end. */
export function clearJob(): void {
  state.job = null;
  quickJob.remove();
  savedJob.remove();
}

/** Loads the job from the durable cache, because the browser may have cleared local storage. */
export async function loadJob(): Promise<void> {
  if (currentJob.job) return;
  const job = await savedJob.read();
  if (job && !currentJob.job) saveJob(job);
}

let unseen: WireId | null = null;

/** Records that a job has ended on the screen that waits for it. Its pictures have not been seen before. */
export function noteEndedJob(generateId: WireId): void {
  unseen = generateId;
}

/** True if `noteEndedJob` recorded this job on this page. Only the first call returns true. */
export function takeEndedJob(generateId: WireId): boolean {
  const isFirst = unseen !== null && isSameId(unseen, generateId);
  if (isFirst) unseen = null;
  return isFirst;
}
