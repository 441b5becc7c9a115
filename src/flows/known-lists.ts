import { type CoinStatement, getCoinStatements } from '../api/billing.ts';
import { getJobs, type Job } from '../api/pics.ts';
import { keys } from '../platform/storage.ts';
import { lastKnown } from './last-known.ts';

/** One page of the person's jobs; the first is there without a network as well. */
export function getKnownJobs(page: number): Promise<Job[]> {
  return page === 1 ? lastKnown(keys.jobs, () => getJobs(1)) : getJobs(page);
}

/** One page of the coin ledger; the first is there without a network as well. */
export function getKnownStatements(page: number): Promise<CoinStatement[]> {
  return page === 1 ? lastKnown(keys.statements, () => getCoinStatements(1)) : getCoinStatements(page);
}
