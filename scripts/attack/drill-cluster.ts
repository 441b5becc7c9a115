/**
 * Runs two API nodes and two workers on PostgreSQL under full load, kills one of them every few seconds, and silences
 * the connection to the database for a while: `npm run drill:cluster`. Besides jobs there are try-ons, shared files and
 * multipart uploads. Afterwards, users poll their jobs on two nodes. Exits with 1 if a balance differs from its ledger,
 * coins are held without a job, a job did not end, a node is not ready, memory grew, polls failed or were slow, or
 * there was no try-on, share or upload. --minutes (5): length. --kill (10): seconds between kills. --silent (30):
 * seconds of silence, in the middle. --users (1000) poll for --seconds (30).
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Node } from '../../tests/cluster/cluster.ts';
import { templateThat } from '../../tests/cluster/templates-that.ts';
import { ApiUser, buy, overHttp } from '../../tests/support/api/api.ts';
import { buildScripts } from '../../tests/support/api/build-scripts.ts';
import { startPostgres } from '../../tests/support/api/postgres.ts';
import { readOptions, wholeNumber } from '../options.mjs';
import { uploadInParts } from './attackers.ts';
import { SilentConnection } from './silent-connection.ts';
import { isFlat, watchMemory } from './watch-memory.ts';

/** Milliseconds between rounds of other traffic. */
const between = 500;

/** Bytes of a photo that is uploaded in parts; five parts. */
const photoBytes = 500_000;

/** A user's traffic besides jobs. */
interface Traffic {
  user: { token: string; photo: string };
  /** Origin of a node that may have just been killed. */
  origin: () => string;
  /** A time of `performance.now`. */
  end: number;
  /** Called for each unexpected response. */
  onProblem: (problem: string) => void;
}

/** Milliseconds between a user's polls, as in the app at first. */
const every = 3_000;

/** Results of polling: milliseconds, and MB of the largest node over time. */
interface Polled {
  polls: number;
  errors: number;
  p50: number;
  p99: number;
  memory: number[];
}

const options = readOptions({
  minutes: wholeNumber(5),
  kill: wholeNumber(10),
  silent: wholeNumber(30),
  users: wholeNumber(1000),
  seconds: wholeNumber(30),
}) as Record<'minutes' | 'kill' | 'silent' | 'users' | 'seconds', number>;

const settings = { GENERATE_COST: '1', JOB_LEASE: '3' };
const creators = 20;
/** Unfinished jobs at which creating pauses: enough to keep the workers busy, few enough to finish soon. */
const mostWaiting = 500;
/** One of this many jobs fails. In an hour that is less than each user's daily limit of failed jobs. */
const breaksEvery = 50;
const problems: string[] = [];

const postgres = await startPostgres();
process.env.TEST_DATABASE_URL = postgres.url;
const { scripts, remove } = await buildScripts();
const cluster = await Cluster.open(scripts.node);
const connection = await SilentConnection.open(cluster.url);
const roles = ['api', 'api', 'worker', 'worker'] as const;
const start = (role: 'api' | 'worker') =>
  cluster.start(role, { ...settings, DATABASE_URL: connection.address });
const nodes: Node[] = await Promise.all(roles.map(start));
const users = await Promise.all(
  Array.from({ length: creators }, (_, index) => cluster.signIn(nodes[0]!, `User ${index}`)),
);
// Enough coins for all jobs that each user can create in the time.
for (const { token } of users) await buy(new ApiUser(overHttp(nodes[0]!.origin), token), 5);

const end = performance.now() + options.minutes * 60_000;
const middle = end - options.minutes * 30_000;
const counts = { created: 0, repeated: 0, kills: 0, slowest: 0 };
let left = 0;
let isCreating = true;
const jobs: { token: string; train_id: string; generate_id: string }[] = [];
let round = 0;

/** Creates jobs like an app: repeats a request without a response, or with 429 or 503, with the same key. */
async function createJobs({ token, photo }: { token: string; photo: string }): Promise<void> {
  while (performance.now() < end) {
    if (left > mostWaiting) {
      await pause(100);
      continue;
    }
    round += 1;
    const template_id = round % breaksEvery === 0 ? templateThat.breaks : templateThat.succeeds;
    const key = `drill-${round}`;
    for (let attempt = 0; performance.now() < end + 60_000; attempt++) {
      const began = performance.now();
      const { origin } = nodes[(round + attempt) % 2]!;
      const body = { template_id, resource_pics: [photo] };
      const user = new ApiUser(overHttp(origin), token);
      const reply = await user
        .post('goTrainAndGeneratePic', body, { 'idempotency-key': key })
        .catch(() => null);
      counts.slowest = Math.max(counts.slowest, performance.now() - began);
      if (reply?.code === 0) {
        const { train_id, generate_id } = reply.data.train_and_generate_info;
        jobs.push({ token, train_id, generate_id });
        counts.created += 1;
        break;
      }
      // 429 or 503: the server is busy, or the user has too many unfinished jobs.
      if (reply && ![429, 503].includes(reply.status))
        problems.push(`A job was refused with ${reply.status} ${reply.message}.`);
      counts.repeated += 1;
      await pause(100);
    }
  }
}

async function killNodes(): Promise<void> {
  for (let victim = 0; performance.now() < end - 10_000; victim = (victim + 1) % nodes.length) {
    await pause(options.kill * 1000);
    const { child } = nodes[victim]!;
    child.kill('SIGKILL');
    await once(child, 'exit');
    counts.kills += 1;
    nodes[victim] = await start(roles[victim]!);
  }
}

async function goSilent(): Promise<void> {
  await pause(middle - performance.now());
  connection.silence();
  await pause(options.silent * 1000);
  connection.mend();
}

/** Waits until no job is unfinished and none is being created, for at most ten minutes. */
async function countJobs(): Promise<void> {
  const unfinished = 'SELECT count(*)::int AS count FROM jobs WHERE status IN (1, 2, 4)';
  for (; ; await pause(500)) {
    const mayGrow = isCreating;
    left = (await cluster.all<{ count: number }>(unfinished))[0]!.count;
    if (left === 0 && !mayGrow) return;
    if (performance.now() > end + 600_000) {
      problems.push(`${left} jobs did not end.`);
      return;
    }
  }
}

/** Statements that must find nothing. */
const faults = {
  'balances that differ from their ledger': `SELECT u.user_id FROM users u JOIN coin_statements c USING (user_id)
    GROUP BY u.user_id HAVING u.coins <> sum(c.change)`,
  'jobs that hold coins or a lease and have ended':
    'SELECT 1 FROM jobs WHERE status IN (3, 5, 6) AND lease_until IS NOT NULL',
  'coins that are held without a job': `SELECT 1 FROM coin_statements c LEFT JOIN jobs j ON j.generate_id = c.reference
    WHERE c.reason = 'hold' AND j.generate_id IS NULL`,
  'failed jobs whose coins did not come back': `SELECT 1 FROM jobs j LEFT JOIN coin_statements c
    ON c.reference = j.generate_id AND c.reason = 'give_back' WHERE j.status IN (3, 6) AND c.id IS NULL`,
  'jobs that were made twice':
    'SELECT idempotency_key FROM jobs GROUP BY user_id, idempotency_key HAVING count(*) > 1',
  'done jobs without four pics': `SELECT generate_id FROM jobs LEFT JOIN pics USING (generate_id) WHERE status = 5
    GROUP BY generate_id HAVING count(pic_id) <> 4`,
  'jobs that failed without being told to': `SELECT 1 FROM jobs WHERE status = 6 AND template_id <> ${templateThat.breaks}`,
};

/** Reports faults; returns the number of jobs. */
async function check(): Promise<number> {
  for (const [what, statement] of Object.entries(faults)) {
    const rows = await cluster.all(statement);
    if (rows.length > 0) problems.push(`${rows.length} ${what}.`);
  }
  const [{ count: saved } = { count: 0 }] = await cluster.all<{ count: number }>(
    'SELECT count(*)::int AS count FROM jobs',
  );
  if (saved < counts.created) problems.push(`${counts.created - saved} acknowledged jobs are lost.`);
  for (const { origin } of nodes) {
    const { status } = await fetch(`${origin}/readyz`);
    if (status !== 200) problems.push(`${origin} is not ready.`);
  }
  return saved;
}

try {
  const creating = Promise.all(users.map(createJobs)).then(() => {
    isCreating = false;
  });
  const other = Promise.all(
    users.slice(0, 4).map((user, index) => {
      const onProblem = (problem: string) => problems.push(`${problem}.`);
      return makeOtherTraffic({ user, origin: () => nodes[index % 2]!.origin, end, onProblem });
    }),
  );
  const memoryUntilNow = watchMemory(() => nodes);
  await Promise.all([creating, killNodes(), goSilent(), countJobs()]);
  const memory = memoryUntilNow();
  if (!isFlat(memory)) problems.push(`The memory grew: ${memory.join(', ')} MB.`);
  const saved = await check();
  const traffic = await other;
  for (const kind of ['try-ons', 'shares', 'uploads'] as const) {
    if (traffic.every(counts => counts[kind] === 0)) problems.push(`There were no ${kind}.`);
  }
  const polled = await pollJobs(nodes.slice(0, 2), jobs, options);
  if (polled.errors > 0) problems.push(`${polled.errors} polls failed.`);
  if (!isFlat(polled.memory)) problems.push(`The memory grew: ${polled.memory.join(', ')} MB.`);
  if (polled.p99 > 250) problems.push(`A poll took ${polled.p99} ms (p99), above 250.`);
  const slowest = Math.round(counts.slowest);
  process.stdout.write(
    `${JSON.stringify({ ...counts, slowest, saved, memory, polled, traffic }, null, 2)}\n`,
  );
} finally {
  await cluster.close();
  await remove();
  connection.close();
  await postgres.stop();
}
for (const problem of new Set(problems)) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

/** Users poll jobs on the nodes, each every three seconds. */
async function pollJobs(
  nodes: Node[],
  jobs: { token: string; train_id: string; generate_id: string }[],
  { users, seconds }: { users: number; seconds: number },
): Promise<Polled> {
  const times: number[] = [];
  let errors = 0;
  const end = performance.now() + seconds * 1000;
  const memoryUntilNow = watchMemory(() => nodes);

  async function follow(index: number): Promise<void> {
    const { token, train_id, generate_id } = jobs[index % jobs.length]!;
    const user = new ApiUser(overHttp(nodes[index % nodes.length]!.origin), token);
    await pause((index / users) * every);
    while (performance.now() < end) {
      const began = performance.now();
      const reply = await user
        .get('getTrainAndGenerateResultById', { train_id, generate_id })
        .catch(() => null);
      times.push(performance.now() - began);
      if (reply?.code !== 0) errors += 1;
      await pause(every);
    }
  }

  await Promise.all(Array.from({ length: users }, (_, index) => follow(index)));
  const memory = memoryUntilNow();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return { polls: times.length, errors, p50: at(0.5), p99: at(0.99), memory };
}

/** Requests try-ons, shares files and uploads photos in parts, in turn; returns the successes. */
async function makeOtherTraffic({ user, origin, end, onProblem }: Traffic) {
  const counts = { 'try-ons': 0, shares: 0, uploads: 0 };
  for (let round = 1; performance.now() < end; round++) {
    const api = new ApiUser(overHttp(origin()), user.token);
    const body = { photo: user.photo, template_ids: [(round % 60) + 1] };
    const tryOn = await api.post('previewTemplates', body).catch(() => null);
    if (tryOn?.code === 0) counts['try-ons'] += tryOn.data.list.length;
    // 429: the daily limit, or a busy server; 503: a busy server.
    else if (tryOn && ![429, 503].includes(tryOn.status)) onProblem(`A try-on: ${tryOn.status}`);

    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(photoBytes)], { type: 'image/jpeg' }), 'shared.jpg');
    const address = `${origin()}/tyy/make-pic`;
    const share = await fetch(address, { method: 'POST', body: form, redirect: 'manual' }).catch(() => null);
    if (share?.headers.get('location')?.includes('shared=')) counts.shares += 1;
    if (share && share.status !== 303) onProblem(`A share: ${share.status}`);

    const photo = Buffer.alloc(photoBytes, round);
    if (await uploadInParts(api, `traffic-${round % 5}.jpg`, photo).catch(() => null)) counts.uploads += 1;
    await pause(between);
  }
  return counts;
}
