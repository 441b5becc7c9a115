import type { WireId } from '../state/is-same-id.ts';
import { type Job, type JobIds, jobParser } from '../state/job.ts';
import { isSameJob, making } from '../state/making.ts';
import type { TemplateId } from '../state/template-id.ts';
import { type CallOptions, get, post } from './client.ts';
import { nothing } from './data.ts';
import { parseCost, parseJobInfo, parseJobs, parsePaidJob, parsePhotos, parsePics } from './job-data.ts';

export type { Job, JobIds, JobStatus, PhotoProblem } from '../state/job.ts';

/** A finished picture. */
export interface Pic {
  /** Null when the API does not say: it cannot be deleted alone. */
  id: WireId | null;
  picUrl: string;
  /** The same, smaller: for the screen and for a list. */
  screenUrl: string;
  listUrl: string;
  width: number;
  height: number;
}

/** The style that is asked for when neither a template nor a job names one. */
export const defaultStyle = 1;

/** A job of which an API says nothing. */
const unsaid = jobParser({ trainId: '', generateId: '', status: 'unknown' });
const { expectSeconds, queuePosition, pics, refusedPhotos } = unsaid;

/**
 * Completes a job: what the API leaves out is taken from what was known, except fields that describe only the present
 * moment.
 */
export function toJob(said: Partial<Job>, known: Partial<Job> = {}): Job {
  return { ...unsaid, ...known, expectSeconds, queuePosition, pics, refusedPhotos, ...said };
}

/** The job as it was last seen, where it is the one that the user waits for; else its ids. */
function lastSeen({ trainId, generateId }: JobIds): Partial<Job> & JobIds {
  const { job } = making;
  if (!job || !isSameJob(job, { trainId, generateId })) return { trainId, generateId };
  return { ...job, trainId: job.trainId || trainId, generateId: job.generateId || generateId };
}

/** True while there is something to wait for. */
export function isRunning(job: Pick<Job, 'status'>): boolean {
  return !['refused', 'done', 'failed'].includes(job.status);
}

/** The coins that one generation costs. */
export async function getGenerateCost(): Promise<number> {
  return (await get('getGenerateCost', {}, parseCost)).num;
}

/**
 * Starts a job of what the draft knows. An API with `idempotency-key` returns the same job for the same `attemptId`, so that
 * a lost response costs nothing. Null: it is made, but the response does not name it.
 */
export async function createJob(
  draft: { templateId: TemplateId; styleId: WireId | null; title: string; coverUrl: string },
  photos: string[],
  attemptId: string,
): Promise<Job | null> {
  const { templateId, styleId } = draft;
  const body = { template_id: templateId, resource_pics: photos, style_id: styleId ?? defaultStyle };
  const header = { feature: 'idempotency-key', name: 'Idempotency-Key', value: attemptId } as const;
  const data = await post('goTrainAndGeneratePic', body, parsePaidJob, { header, anyStatus: true });
  const { train_and_generate_info: job } = data;
  return job && toJob(job, draft);
}

/** Asks how a job is; errors are the caller's, since one lost response means nothing. */
export async function getJob(
  ids: JobIds,
  options: Pick<CallOptions, 'signal' | 'signIn'> = {},
): Promise<Job> {
  const query = { train_id: String(ids.trainId), generate_id: String(ids.generateId) };
  const data = await get('getTrainAndGenerateResultById', query, parseJobInfo, options);
  return toJob(data.train_and_generate_info, lastSeen(ids));
}

/** How many jobs a page has. */
export const jobPageSize = 20;

/** One page of jobs, newest first; empty after the last. */
export async function getJobs(page: number, options: Pick<CallOptions, 'signIn'> = {}): Promise<Job[]> {
  const query = { cur_page: page, page_size: jobPageSize };
  const { list } = await get('getTrainAndGenerateResultList', query, parseJobs, options);
  return list.map(data => toJob(data, lastSeen(toJob(data))));
}

/** The finished pictures of a job. */
export async function getPics(generateId: WireId): Promise<Pic[]> {
  const { list } = await get('getUserPicsByGenerateId', { generate_id: String(generateId) }, parsePics);
  return list.map(({ id, pic_url, screen_url, list_url, pic_width, pic_height }) => ({
    id,
    picUrl: pic_url,
    screenUrl: screen_url ?? pic_url,
    listUrl: list_url ?? pic_url,
    width: pic_width,
    height: pic_height,
  }));
}

/** Deletes a job with all its pictures, or one picture of it. */
export async function deletePics({ trainId, generateId }: JobIds, picId: WireId | null): Promise<void> {
  const body = { train_id: trainId, generate_id: generateId, ...(picId !== null && { pic_id: picId }) };
  await post('deleteTrainAndGenerate', body, nothing, { toast: true });
}

/** Addresses of the photos that the user gave last; the first is the front photo. */
export async function getPersonalPics(): Promise<string[]> {
  return (await get('getPersonalPics', {}, parsePhotos)).list;
}
