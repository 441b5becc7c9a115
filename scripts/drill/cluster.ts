/**
 * Runs two API nodes and two workers on PostgreSQL under full load, kills one of them every few seconds, and makes the
 * connection to the database silent for a while: `npm run drill:cluster`. The load is jobs, try-ons, shared files and
 * multipart uploads. Afterwards, users poll their jobs on two nodes. Exits with 1 if a balance differs from its ledger,
 * coins are held without a job, a job did not end, a node is not ready, memory grew, polls failed or were slow, or
 * there was no try-on, share or upload. --minutes (5): duration. --kill (10): seconds between kills. --silent (30):
 * seconds without a connection, in the middle. --users (1000): users who poll. --seconds (30): duration of polling.
 */
import { withScripts } from '../../tests/support/api/build-scripts.ts';
import { readOptions, wholeNumber } from '../options.mjs';
import { drillCluster } from './drill-cluster.ts';

const options = readOptions({
  minutes: wholeNumber(5),
  kill: wholeNumber(10),
  silent: wholeNumber(30),
  users: wholeNumber(1000),
  seconds: wholeNumber(30),
}) as Record<'minutes' | 'kill' | 'silent' | 'users' | 'seconds', number>;

/** Number of unfinished jobs: enough to keep the workers busy, few enough to finish soon. */
const waiting = 500;

const { report, problems } = await withScripts(({ node }) =>
  drillCluster(node, { ...options, jobs: 1, kills: 1, waiting, p99: 250 }),
);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
