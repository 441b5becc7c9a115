import { createHash } from 'node:crypto';
import { picsPrefix } from '../accounts/user.ts';
import type { JobsTable } from '../db/schema.ts';

/** A job usually goes from 1 to 2, 4 and 5. It may end as refused (3) or failed (6) at any time. */
export const jobStatus = {
  toBeAudited: 1,
  auditing: 2,
  auditRefused: 3,
  generating: 4,
  generateSuccess: 5,
  generateFail: 6,
} as const;

export const unfinished: number[] = [jobStatus.toBeAudited, jobStatus.auditing, jobStatus.generating];

export const withoutPics: number[] = [jobStatus.auditRefused, jobStatus.generateFail];

type JobNames = Pick<JobsTable, 'user_id' | 'generate_id'>;

export function picsFolder({ user_id, generate_id }: JobNames): string {
  return `${picsPrefix(user_id)}${generate_id}/`;
}

/** Id and storage key of a job's pic. They depend only on the job and position, so a rerun overwrites the same pic. */
export function namePic(job: JobNames, position: number) {
  const pic_id = createHash('sha256').update(`${job.generate_id}/${position}`).digest('hex').slice(0, 24);
  return { pic_id, key: `${picsFolder(job)}${pic_id}.jpg` };
}
