import { proxy, type Snapshot } from 'valtio';
import { json } from '../platform/parse.ts';
import { saved, savedLocally } from '../platform/storage/saved.ts';
import { isSameId } from './is-same-id.ts';
import { type Job, type JobIds, jobParser } from './job.ts';

interface Making {
  /** The job that the user waits for, or has not yet looked at; null when there is none. */
  job: Job | null;
}

const savedJob = saved<Job>('tyy.job', jobParser);
const quickJob = savedLocally<Job>('tyy.job', json(jobParser));

const state = proxy<Making>({ job: quickJob.read() });

/** What is being made; read at once, so that Home and My show it without waiting. */
export const making: Snapshot<Making> = state;

/** Whether these name one job, each by one id or both. */
export function isSameJob(one: JobIds, other: JobIds): boolean {
  const ids = ['trainId', 'generateId'] as const;
  const known = ids.filter(id => one[id] && other[id]);
  return known.length > 0 && known.every(id => isSameId(one[id], other[id]));
}

/** What a job is remembered by. */
export function jobKey({ trainId, generateId }: JobIds): string {
  return String(trainId || generateId);
}

/** Saves how a job is, here and in the durable cache: a killed webview loses nothing. */
export function saveJob(job: Job): void {
  const before = state.job;
  state.job = job;
  // Progress alone is requested again anyway.
  const isKnown = before?.trainId === job.trainId && before.generateId === job.generateId;
  if (isKnown && before.status === job.status) return;
  quickJob.write(job);
  savedJob.write(job);
}

/** Clears the job, once its end has been seen. */
export function clearJob(): void {
  state.job = null;
  quickJob.remove();
  savedJob.remove();
}

/** Reads the job back from the durable cache when local storage was evicted. */
export async function loadJob(): Promise<void> {
  if (making.job) return;
  const job = await savedJob.read();
  if (job && !making.job) saveJob(job);
}
