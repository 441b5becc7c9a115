import { call, listOf } from './client.ts';

/** Where a job stands. */
export type JobStatus =
  | 'to-be-audited'
  | 'auditing'
  | 'refused'
  | 'generating'
  | 'done'
  | 'failed'
  | 'unknown';

const statuses: Record<number, JobStatus> = {
  1: 'to-be-audited',
  2: 'auditing',
  3: 'refused',
  4: 'generating',
  5: 'done',
  6: 'failed',
};

/** Why a photo was not accepted. */
export interface PhotoProblem {
  /** Which photo, the front photo is 0. */
  index: number;
  problems: readonly string[];
}

/** One request for pictures. */
export interface Job {
  trainId: string;
  generateId: string;
  templateId: number;
  title: string;
  coverUrl: string;
  status: JobStatus;
  expectMinutes: number;
  /** 0 to 100; null when the API does not say. */
  progress: number | null;
  /** Unix seconds. */
  createTime: number;
  refusedPhotos: readonly PhotoProblem[];
}

/** A finished picture. */
export interface Pic {
  id: string;
  picUrl: string;
  width: number;
  height: number;
}

interface WireJob {
  train_id: string;
  generate_id: string;
  template_id: number;
  title?: string;
  cover_url?: string;
  status: number;
  expect_minutes?: number;
  progress?: number;
  create_time?: number;
  refuse_reasons?: PhotoProblem[];
}

interface WirePic {
  id: string;
  pic_url: string;
  pic_width?: number;
  pic_height?: number;
}

/** The style that is asked for when a template names none. */
const defaultStyle = 1;

function toJob(wire: WireJob): Job {
  return {
    trainId: String(wire.train_id),
    generateId: String(wire.generate_id ?? ''),
    templateId: wire.template_id,
    title: wire.title ?? '',
    coverUrl: wire.cover_url ?? '',
    status: statuses[wire.status] ?? 'unknown',
    expectMinutes: wire.expect_minutes ?? 0,
    progress: wire.progress ?? null,
    createTime: wire.create_time ?? 0,
    refusedPhotos: wire.refuse_reasons ?? [],
  };
}

/** True while there is something to wait for. */
export function isRunning(job: Pick<Job, 'status'>): boolean {
  return !['refused', 'done', 'failed'].includes(job.status);
}

/** The coins that one generation costs. */
export async function getGenerateCost(options: { toast?: boolean } = {}): Promise<number> {
  return (await call<{ num: number }>('/v1/getGenerateCost', options)).num;
}

/** Starts a job; sending the same `attemptId` again answers the same job, so a lost answer costs nothing. */
export async function createJob(templateId: number, photos: string[], attemptId: string): Promise<Job> {
  const data = await call<{ train_and_generate_info: WireJob }>('/v1/goTrainAndGeneratePic', {
    method: 'POST',
    body: { template_id: templateId, resource_pics: photos, style_id: defaultStyle },
    headers: { 'Idempotency-Key': attemptId },
    toast: false,
  });
  return toJob(data.train_and_generate_info);
}

/** Asks how a job is; errors are the caller's, since one lost answer means nothing. */
export async function getJob(
  trainId: string,
  generateId: string,
  options: { signal?: AbortSignal; signIn?: boolean } = {},
): Promise<Job> {
  const data = await call<{ train_and_generate_info: WireJob }>('/v1/getTrainAndGenerateResultById', {
    query: { train_id: trainId, generate_id: generateId },
    toast: false,
    ...options,
  });
  return toJob(data.train_and_generate_info);
}

/** How many jobs a page has. */
export const jobPageSize = 20;

/** One page of jobs, newest first; empty after the last. */
export async function getJobs(page: number, options: { signIn?: boolean } = {}): Promise<Job[]> {
  const query = { cur_page: page, page_size: jobPageSize };
  const data = await call<{ list: WireJob[] } | WireJob[]>('/v1/getTrainAndGenerateResultList', {
    query,
    toast: false,
    ...options,
  });
  return listOf(data).map(toJob);
}

/** The finished pictures of a job. */
export async function getPics(generateId: string): Promise<Pic[]> {
  const query = { generate_id: generateId };
  const data = await call<{ list: WirePic[] } | WirePic[]>('/v1/getUserPicsByGenerateId', {
    query,
    toast: false,
  });
  return listOf(data).map(wire => ({
    id: String(wire.id),
    picUrl: wire.pic_url,
    width: wire.pic_width ?? 768,
    height: wire.pic_height ?? 1024,
  }));
}

/** Deletes a job with all its pictures, or one picture of it. */
export async function deletePics(trainId: string, generateId: string, picId?: string): Promise<void> {
  const body = { train_id: trainId, generate_id: generateId, ...(picId && { pic_id: picId }) };
  await call('/v1/deleteTrainAndGenerate', { method: 'POST', body });
}

/** Addresses of the photos that the person gave last; the first is the front photo. */
export async function getPersonalPics(): Promise<string[]> {
  return listOf(await call<{ list: string[] } | string[]>('/v1/getPersonalPics', { toast: false }));
}
