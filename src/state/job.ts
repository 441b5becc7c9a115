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

/** A job as it was saved; what an API does not say has the value that stands here. */
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
  /** Jobs before it that are not yet begun. */
  queuePosition: optional(number, null),
  /** 0 to 100. */
  progress: optional(numberIn(0, 100), null),
  /** Unix seconds. */
  createTime: optional(unixTime, 0),
  /** The first finished pictures, small; while the job runs those that are there so far. */
  pics: optional(array(object({ id: optional(numberOrText, null), listUrl: address })), []),
  /** How many are being made. */
  picCount: optional(number, null),
  /** Coins that come back if it is refused or fails; 0 also if the API does not say. */
  coins: optional(number, 0),
  /** Which photos were not accepted, by their places (the front photo is 0), and why. */
  refusedPhotos: optional(array(object({ index: number, problems: array(string) })), []),
});

/** One request for pictures, as it is saved and shown. */
export type Job = Snapshot<Parsed<typeof jobParser>>;

/** Where a job stands. */
export type JobStatus = Job['status'];

/** Why a photo was not accepted. */
export type PhotoProblem = Job['refusedPhotos'][number];

/** What names a job; one of the two may be empty. */
export type JobIds = Pick<Job, 'trainId' | 'generateId'>;
