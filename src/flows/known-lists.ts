import { type CoinStatement, getCoinStatements } from '../api/billing.ts';
import { getJobs, type Job } from '../api/pics.ts';
import { keys } from '../platform/storage.ts';
import { lastKnown } from './last-known.ts';

/** One page of the user's jobs; the first is there without a network as well. */
export function getKnownJobs(page: number): Promise<Job[]> {
  return page === 1 ? lastKnown(keys.jobs, () => getJobs(1)) : getJobs(page);
}

/** Looks a job up among the user's own, newest first; null when it is not there. */
export async function findJob(generateId: string): Promise<Job | null> {
  for (let page = 1; ; page++) {
    const jobs = await getKnownJobs(page);
    const found = jobs.find(job => job.generateId === generateId);
    if (found || jobs.length === 0) return found ?? null;
  }
}

/** One page of the coin ledger; the first is there without a network as well. */
export function getKnownStatements(page: number): Promise<CoinStatement[]> {
  return page === 1 ? lastKnown(keys.statements, () => getCoinStatements(1)) : getCoinStatements(page);
}
