import type { Job } from '../api/pics.ts';
import { getKnownJobs } from './known-lists.ts';

/** Looks a job up among the person's own, newest first; null when it is not there. */
export async function findJob(generateId: string): Promise<Job | null> {
  for (let page = 1; ; page++) {
    const jobs = await getKnownJobs(page);
    const found = jobs.find(job => job.generateId === generateId);
    if (found || jobs.length === 0) return found ?? null;
  }
}
