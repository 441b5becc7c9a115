/**
 * Runs two API nodes and two workers on PostgreSQL under full load, kills one of them every few seconds, and for a
 * while drops all traffic to the database: `npm run drill:cluster`. The load consists of jobs, try-ons, shared files
 * and multipart uploads. Afterwards, users poll their jobs on two nodes. Exits with 1 if a balance differs from its
 * ledger, if coins are held without a job, if a job did not end, if a node is not ready, if memory grew, if polls
 * failed or were slow, or if there was no try-on, share or upload. --minutes (5): duration. --kill (10): seconds
 * between kills. --silent (30): seconds without database traffic, in the middle of the run. --users (1000): users who
 * poll. --seconds (30): duration of the polling.
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

/** Number of unfinished jobs. Keeps the workers busy, but still finishes soon after the run. */
const waiting = 500;

const { report, problems } = await withScripts(({ node }) =>
  drillCluster(node, { ...options, jobs: 1, kills: 1, waiting, p99: 250 }),
);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
