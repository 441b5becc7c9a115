import { proxy, type Snapshot } from 'valtio';
import type { Job, JobIds } from '../api/job.ts';
import {
  address,
  array,
  json,
  number,
  numberIn,
  numberOrText,
  object,
  oneOf,
  optional,
  string,
  unixTime,
} from '../platform/parse.ts';
import { durable, keys, local } from '../platform/storage.ts';

/** A job as it was saved. */
export const jobParser = object<Job>({
  trainId: string,
  generateId: string,
  templateId: optional(numberOrText, null),
  title: optional(string, ''),
  coverUrl: optional(address, ''),
  status: oneOf('to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed', 'unknown'),
  expectMinutes: optional(number, 0),
  expectSeconds: optional(number, null),
  queuePosition: optional(number, null),
  progress: optional(numberIn(0, 100), null),
  createTime: optional(unixTime, 0),
  refusedPhotos: optional(array(object({ index: number, problems: array(string) })), []),
});

interface Making {
  /** The job that the user waits for, or has not yet looked at; null when there is none. */
  job: Job | null;
}

const state = proxy<Making>({ job: local.read(keys.job, json(jobParser)) });

/** What is being made; read at once, so that Home and My show it without waiting. */
export const making: Snapshot<Making> = state;

/** Whether these name one job, each by one id or both. */
export function isSameJob(one: JobIds, other: JobIds): boolean {
  const ids = ['trainId', 'generateId'] as const;
  const known = ids.filter(id => one[id] && other[id]);
  return known.length > 0 && known.every(id => one[id] === other[id]);
}

/** What a job is remembered by. */
export function jobKey({ trainId, generateId }: JobIds): string {
  return trainId || generateId;
}

/** Saves how a job is, here and in the durable cache: a killed webview loses nothing. */
export function saveJob(job: Job): void {
  const before = state.job;
  state.job = job;
  // Progress alone is requested again anyway.
  const isKnown = before?.trainId === job.trainId && before.generateId === job.generateId;
  if (isKnown && before.status === job.status) return;
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
  const job = await durable.read(keys.job, jobParser);
  if (job && !making.job) saveJob(job);
}
