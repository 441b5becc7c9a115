import type { Data } from '../../server/contract/calls.ts';
import type * as Contract from '../../server/contract/jobs.ts';
import {
  address,
  array,
  number,
  object,
  optional,
  type Parsed,
  string,
  unixTime,
} from '../platform/parse.ts';
import { type CallOptions, get, post } from './client.ts';
import { amount, type Fields, id, listOf, nothing } from './data.ts';

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
  /** The same in seconds; null when the API does not say. */
  expectSeconds: number | null;
  /** Jobs before it that are not yet begun; null when the API does not say. */
  queuePosition: number | null;
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
  /** The same, smaller: for the screen and for a list. */
  screenUrl: string;
  listUrl: string;
  width: number;
  height: number;
}

const parseJob = object({
  train_id: id,
  generate_id: optional(id, ''),
  template_id: amount,
  title: optional(string, ''),
  cover_url: optional(address, ''),
  status: number,
  expect_minutes: optional(number, 0),
  expect_seconds: optional(number, null),
  queue_position: optional(number, null),
  progress: optional(number, null),
  create_time: optional(unixTime, 0),
  refuse_reasons: optional(array(object({ index: number, problems: array(string) })), []),
} satisfies Fields<Contract.Job>);

/** A job in the data of a call. */
export const parseJobInfo = object({
  train_and_generate_info: parseJob,
} satisfies Fields<Data<'getTrainAndGenerateResultById'>>);

const parsePic = object({
  id,
  pic_url: address,
  screen_url: optional(address, null),
  list_url: optional(address, null),
  pic_width: optional(number, 768),
  pic_height: optional(number, 1024),
} satisfies Fields<Contract.Pic>);

/** The style that is asked for when a template names none. */
const defaultStyle = 1;

/** A job in the words of the app. */
export function toJob(data: Parsed<typeof parseJob>): Job {
  return {
    trainId: data.train_id,
    generateId: data.generate_id,
    templateId: data.template_id,
    title: data.title,
    coverUrl: data.cover_url,
    status: statuses[data.status] ?? 'unknown',
    expectMinutes: data.expect_minutes,
    expectSeconds: data.expect_seconds,
    queuePosition: data.queue_position,
    progress: data.progress,
    createTime: data.create_time,
    refusedPhotos: data.refuse_reasons,
  };
}

/** True while there is something to wait for. */
export function isRunning(job: Pick<Job, 'status'>): boolean {
  return !['refused', 'done', 'failed'].includes(job.status);
}

/** The coins that one generation costs. */
export async function getGenerateCost(options: Pick<CallOptions, 'toast'> = {}): Promise<number> {
  return (await get('getGenerateCost', {}, object({ num: number }), options)).num;
}

/**
 * Starts a job. An API with `idempotency-key` returns the same job for the same `attemptId`, so that a lost response
 * costs nothing.
 */
export async function createJob(templateId: number, photos: string[], attemptId: string): Promise<Job> {
  const body = { template_id: templateId, resource_pics: photos, style_id: defaultStyle };
  const header = { feature: 'idempotency-key', name: 'Idempotency-Key', value: attemptId } as const;
  const data = await post('goTrainAndGeneratePic', body, parseJobInfo, { header });
  return toJob(data.train_and_generate_info);
}

/** Asks how a job is; errors are the caller's, since one lost response means nothing. */
export async function getJob(
  trainId: string,
  generateId: string,
  options: Pick<CallOptions, 'signal' | 'signIn'> = {},
): Promise<Job> {
  const query = { train_id: trainId, generate_id: generateId };
  const data = await get('getTrainAndGenerateResultById', query, parseJobInfo, options);
  return toJob(data.train_and_generate_info);
}

/** How many jobs a page has. */
export const jobPageSize = 20;

/** One page of jobs, newest first; empty after the last. */
export async function getJobs(page: number, options: Pick<CallOptions, 'signIn'> = {}): Promise<Job[]> {
  const query = { cur_page: page, page_size: jobPageSize };
  const { list } = await get('getTrainAndGenerateResultList', query, listOf(parseJob), options);
  return list.map(toJob);
}

/** The finished pictures of a job. */
export async function getPics(generateId: string): Promise<Pic[]> {
  const { list } = await get('getUserPicsByGenerateId', { generate_id: generateId }, listOf(parsePic));
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
export async function deletePics(trainId: string, generateId: string, picId?: string): Promise<void> {
  const body = { train_id: trainId, generate_id: generateId, ...(picId && { pic_id: picId }) };
  await post('deleteTrainAndGenerate', body, nothing, { toast: true });
}

/** Addresses of the photos that the user gave last; the first is the front photo. */
export async function getPersonalPics(): Promise<string[]> {
  return (await get('getPersonalPics', {}, listOf(address))).list;
}
