import type { Selectable } from 'kysely';
import type { Remedy } from '../contract/jobs.ts';
import type { JobsTable } from '../db/schema.ts';
import { jobStatus } from './status.ts';

/** What the owner offers to users who do not like their pics; see the settings FREE_REDOS and REDO_REFUND. */
export interface RemedyOffer {
  freeRedos: number;
  redoRefund: boolean;
}

/** Milliseconds after the end of a job in which its pics can be rejected. */
const timeToReject = 24 * 60 * 60 * 1000;

/** What the user gets who rejects the pics of a job now: it is made again, or, after the last redo, the coins come back. */
export function remedyOf(job: Selectable<JobsTable>, offer: RemedyOffer, now: number): Remedy | undefined {
  const isDone = job.status === jobStatus.generateSuccess && job.end_time !== null;
  if (!isDone || job.remedied || now - job.end_time!.getTime() > timeToReject) return undefined;
  if (job.redo_number < offer.freeRedos) return 'redo';
  return offer.redoRefund && job.redo_number > 0 && job.paid > 0 ? 'coins' : undefined;
}
