import { createHash } from 'node:crypto';
import { picsPrefix } from '../accounts/user.ts';
import type { JobsTable } from '../db/schema.ts';

type JobNames = Pick<JobsTable, 'user_id' | 'generate_id'>;

/** Where the pics of a job lie in the store. */
export function picsFolder({ user_id, generate_id }: JobNames): string {
  return `${picsPrefix(user_id)}${generate_id}/`;
}

/**
 * The name of the pic that a job has at a position, and its key in the store. A job always makes the same pics, so names
 * derived from it leave no duplicates when a killed process starts over.
 */
export function namePic(job: JobNames, position: number) {
  const pic_id = createHash('sha256').update(`${job.generate_id}/${position}`).digest('hex').slice(0, 24);
  return { pic_id, key: `${picsFolder(job)}${pic_id}.jpg` };
}
