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

/** Parses a saved job. The values given here are the defaults for fields that an API does not send. */
export const jobParser = object({
  trainId: numberOrText,
  generateId: numberOrText,
  templateId: optional(numberOrText, null),
  styleId: optional(numberOrText, null),
  title: optional(string, ''),
  coverUrl: optional(address, ''),
  status: oneOf('to-be-audited', 'auditing', 'refused', 'generating', 'done', 'failed', 'unknown'),
  expectMinutes: optional(number, 0),
  /** Seconds until the job is expected to be done; null if the API sends only minutes. */
  expectSeconds: optional(number, null),
  /** Number of jobs in the queue before this one that have not started; null if unknown. */
  queuePosition: optional(number, null),
  progress: optional(numberIn(0, 100), null),
  /** Unix seconds. */
  createTime: optional(unixTime, 0),
  /** Small versions of the first finished pictures. While the job runs, those of the pictures finished so far. */
  pics: optional(array(object({ id: optional(numberOrText, null), listUrl: address })), []),
  /** Number of pictures in the job. */
  picCount: optional(number, null),
  /** Coins that the user gets back if the job is refused or fails; also 0 if the API does not send the number. */
  coins: optional(number, 0),
  /** Photos that the server refused, with the reasons. `index` is the photo's position; 0 is the front photo. */
  refusedPhotos: optional(array(object({ index: number, problems: array(string) })), []),
});

export type Job = Snapshot<Parsed<typeof jobParser>>;
export type JobStatus = Job['status'];
export type PhotoProblem = Job['refusedPhotos'][number];

/** The ids of a job; one of the two may be empty. */
export type JobIds = Pick<Job, 'trainId' | 'generateId'>;
