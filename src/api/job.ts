import type { TemplateId } from './template-pics.ts';

/** Where a job stands. */
export type JobStatus =
  | 'to-be-audited'
  | 'auditing'
  | 'refused'
  | 'generating'
  | 'done'
  | 'failed'
  | 'unknown';

/** Why a photo was not accepted. */
export interface PhotoProblem {
  /** Which photo, the front photo is 0. */
  index: number;
  problems: readonly string[];
}

/** What names a job; one of the two may be empty. */
export type JobIds = Pick<Job, 'trainId' | 'generateId'>;

/** One request for pictures. */
export interface Job {
  trainId: string;
  generateId: string;
  /** Null when the API does not say. */
  templateId: TemplateId | null;
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
