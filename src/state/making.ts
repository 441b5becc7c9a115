import { proxy, type Snapshot } from 'valtio';
import type { Job } from '../api/pics.ts';
import { durable, keys, local } from '../platform/storage.ts';

interface Making {
  /** The job that the user waits for, or has not yet looked at; null when there is none. */
  job: Job | null;
}

const state = proxy<Making>({ job: readLocal() });

/** What is being made; read at once, so that Home and My show it without waiting. */
export const making: Snapshot<Making> = state;

/** Saves how a job is, here and in the durable cache: a killed webview loses nothing. */
export function saveJob(job: Job): void {
  const before = state.job;
  state.job = job;
  // Progress alone is requested again anyway.
  if (before?.trainId === job.trainId && before.generateId === job.generateId && before.status === job.status)
    return;
  local.write(keys.job, JSON.stringify(job));
  durable.write(keys.job, job);
}

/** Clears the job, once its end has been seen. */
export function clearJob(): void {
  state.job = null;
  local.remove(keys.job);
  durable.remove(keys.job);
}

/** Reads the job back from the durable cache when local storage was evicted. */
export async function loadJob(): Promise<void> {
  if (making.job) return;
  const job = await durable.read<Job>(keys.job);
  if (job && !making.job) saveJob(job);
}

function readLocal(): Job | null {
  try {
    return JSON.parse(local.read(keys.job) ?? 'null');
  } catch {
    return null;
  }
}
