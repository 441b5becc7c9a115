/**
 * Measures how much jobs slow down other users: `npm run bench -- jobs --jobs 200` (default 7), --alone 60 (seconds).
 * Starts the backend with the embedded database and measures one user's requests (the "bystander"), first without jobs,
 * then while jobs of four pics each run one after another. Prints both results and the process's memory. Exits with 1
 * if the p99 of calls or files is more than 50 ms higher during jobs, if a request fails, or, with at least 21 jobs, if
 * the process uses 50 MB more in the last third of the jobs than in the first. Run it on an otherwise idle machine.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, openCluster } from '../../tests/cluster/cluster.ts';
import { dataOf } from '../../tests/support/api/api.ts';
import { withScripts } from '../../tests/support/api/build-scripts.ts';
import { portrait } from '../../tests/support/portrait.ts';
import { measureBystander } from '../attack/attackers.ts';
import { readOptions, wholeNumber } from '../options.mjs';
import { makeJob, newCustomer } from './customer.ts';
import { median } from './median.ts';

const { jobs, alone: seconds } = readOptions({ jobs: wholeNumber(7), alone: wholeNumber(60) });
const limits = { later: 50, growth: 50 };
const leastForGrowth = 21;

const problems: string[] = [];
await withScripts(async ({ main }) => {
  const cluster = await openCluster(main);
  await measure(cluster).finally(() => cluster.close());
});
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

async function measure(cluster: Cluster): Promise<void> {
  const settings = { SANDBOX: '1', GENERATE_COST: '0', RATE_LIMIT: '100000', DATABASE_URL: '' };
  const server = await cluster.start('all', settings);
  const { origin } = server;
  const ann = await newCustomer(origin, 'ann', readFileSync(portrait));
  const other = await newCustomer(origin, 'other', readFileSync(portrait));
  const ids = (await dataOf(ann.user.get('getTemplates', { page_size: 60 }))).list.map(({ id }) => id);
  // Run a job first: it starts the generator's threads, which would distort the measurement.
  await makeJob(ann, ids[0]!);

  const bystander = { origin, token: other.user.token };
  const alone = await measureBystander(bystander, () => pause(seconds * 1000));
  const memory: number[] = [];
  const beside = await measureBystander(bystander, async () => {
    for (let job = 0; job < jobs; job++) {
      server.peakMemory();
      const began = performance.now();
      await makeJob(ann, ids[job % ids.length]!);
      memory.push(server.peakMemory());
      console.warn(`${job + 1}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${memory.at(-1)} MB`);
    }
  });

  const third = Math.floor(memory.length / 3);
  // With few jobs, memory growth cannot be told from noise.
  const growth = jobs < leastForGrowth ? null : median(memory.slice(-third)) - median(memory.slice(0, third));
  process.stdout.write(`${JSON.stringify({ alone, beside, peak: Math.max(...memory), growth }, null, 2)}\n`);
  for (const kind of ['file', 'call'] as const) {
    const later = beside[kind].p99 - alone[kind].p99;
    if (later > limits.later)
      problems.push(`A ${kind} took ${later} ms longer beside jobs, above ${limits.later}.`);
  }
  if (alone.failures + beside.failures > 0) problems.push('Calls of the bystander failed.');
  if (growth !== null && growth > limits.growth) problems.push(`The memory grew by ${growth} MB.`);
}
