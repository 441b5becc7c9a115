import type { Remedy } from '../contract/jobs.ts';
import type { Stored } from '../db/schema.ts';
import { jobStatus } from './status.ts';

/** Settings FREE_REDOS and REDO_REFUND. */
export interface RemedyOffer {
  freeRedos: number;
  redoRefund: boolean;
}

/** Milliseconds after a job's end. */
const timeToReject = 24 * 60 * 60 * 1000;

/** The remedy if the user rejects the pics now: a redo, or the coins after the last redo; undefined if none. */
export function remedyOf(job: Stored<'jobs'>, offer: RemedyOffer, now: number): Remedy | undefined {
  const isDone = job.status === jobStatus.generateSuccess && job.end_time !== null;
  if (!isDone || job.remedied || now - job.end_time!.getTime() > timeToReject) return undefined;
  if (job.redo_number < offer.freeRedos) return 'redo';
  return offer.redoRefund && job.redo_number > 0 && job.paid > 0 ? 'coins' : undefined;
}
