import type { Snapshot } from 'valtio';
import {
  address,
  array,
  number,
  numberIn,
  numberOrText,
  object,
  oneOf,
  optional,
  type Parsed,
  string,
  unixTime,
} from '../platform/parse.ts';

/** A saved job; the values here are the defaults for fields that an API leaves out. */
export const jobParser = object({
  trainId: numberOrText,
  generateId: numberOrText,
  templateId: optional(numberOrText, null),
  styleId: optional(numberOrText, null),
  title: optional(string, ''),
  coverUrl: optional(address, ''),
  status: oneOf('to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed', 'unknown'),
  expectMinutes: optional(number, 0),
  /** The same in seconds. */
  expectSeconds: optional(number, null),
  /** Jobs ahead that have not started. */
  queuePosition: optional(number, null),
  progress: optional(numberIn(0, 100), null),
  /** Unix seconds. */
  createTime: optional(unixTime, 0),
  /** The first finished pictures, small; while the job runs, those finished so far. */
  pics: optional(array(object({ id: optional(numberOrText, null), listUrl: address })), []),
  /** Number of pictures in the job. */
  picCount: optional(number, null),
  /** Coins to return if the job is refused or fails; 0 also if the API does not say. */
  coins: optional(number, 0),
  /** Photos that were not accepted, by index (the front photo is 0), and the reasons. */
  refusedPhotos: optional(array(object({ index: number, problems: array(string) })), []),
});

export type Job = Snapshot<Parsed<typeof jobParser>>;

export type JobStatus = Job['status'];

export type PhotoProblem = Job['refusedPhotos'][number];

/** One of the two ids may be empty. */
export type JobIds = Pick<Job, 'trainId' | 'generateId'>;
