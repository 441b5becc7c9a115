import { currentJob, isSameJob } from '../state/current-job.ts';
import type { TemplateId, WireId } from '../state/is-same-id.ts';
import { type Job, type JobIds, jobParser } from '../state/job.ts';
import { type CallOptions, get, post } from './client.ts';
import { nothing } from './data.ts';
import { parseCost, parseJobInfo, parseJobs, parsePaidJob, parsePhotos, parsePics } from './job-data.ts';

export type { Job, JobIds, JobStatus, PhotoProblem } from '../state/job.ts';

export interface Pic {
  /** Null if the API sends no id; then this picture can only be deleted together with its job. */
  id: WireId | null;
  picUrl: string;
  /** Smaller versions of the picture: `screenUrl` for a whole screen, `listUrl` for lists. */
  screenUrl: string;
  listUrl: string;
  width: number;
  height: number;
}

/** The style that is sent if neither the template nor the job has a style. */
export const defaultStyle = 1;

/** A job with the default value in every field. */
const unsaid = jobParser({ trainId: '', generateId: '', status: 'unknown' });
const { expectSeconds, queuePosition, pics, refusedPhotos } = unsaid;

/** Fills in missing fields from `known`, except those that are true only for a moment (queue position, …). */
export function toJob(said: Partial<Job>, known: Partial<Job> = {}): Job {
  return { ...unsaid, ...known, expectSeconds, queuePosition, pics, refusedPhotos, ...said };
}

/** Returns the last known state of the job if the user is waiting for this job, else only its ids. */
function lastSeen({ trainId, generateId }: JobIds): Partial<Job> & JobIds {
  const { job } = currentJob;
  if (!job || !isSameJob(job, { trainId, generateId })) return { trainId, generateId };
  return { ...job, trainId: job.trainId || trainId, generateId: job.generateId || generateId };
}

/** False once the job is refused, done or failed. */
export function isRunning(job: Pick<Job, 'status'>): boolean {
  return !['refused', 'done', 'failed'].includes(job.status);
}

export async function getGenerateCost(): Promise<number> {
  return (await get('getGenerateCost', {}, parseCost)).num;
}

/** Starts a job. With `idempotency-key`, an `attemptId` makes one job at most. Null if the response has no id. */
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

/** Loads a job. Shows no error messages, because its callers poll and retry. */
export async function getJob(
  ids: JobIds,
  options: Pick<CallOptions, 'signal' | 'signIn'> = {},
): Promise<Job> {
  const query = { train_id: String(ids.trainId), generate_id: String(ids.generateId) };
  const data = await get('getTrainAndGenerateResultById', query, parseJobInfo, options);
  return toJob(data.train_and_generate_info, lastSeen(ids));
}

export const jobPageSize = 20;

/** Returns a page of the user's jobs, newest first. Pages count from 1; a page after the last one is empty. */
export async function getJobs(page: number, options: Pick<CallOptions, 'signIn'> = {}): Promise<Job[]> {
  const query = { cur_page: page, page_size: jobPageSize };
  const { list } = await get('getTrainAndGenerateResultList', query, parseJobs, options);
  return list.map(data => toJob(data, lastSeen(toJob(data))));
}

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

/** Deletes one picture, or the whole job if `picId` is null. */
export async function deletePics({ trainId, generateId }: JobIds, picId: WireId | null): Promise<void> {
  const body = { train_id: trainId, generate_id: generateId, ...(picId !== null && { pic_id: picId }) };
  await post('deleteTrainAndGenerate', body, nothing, { toast: true });
}

/** Returns the addresses of the user's last photos, the front photo first. */
export async function getPersonalPics(): Promise<string[]> {
  return (await get('getPersonalPics', {}, parsePhotos)).list;
}
