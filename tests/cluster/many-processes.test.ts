import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isLong } from '../support/is-long.ts';
import { Cluster, call, type Node } from './cluster.ts';
import { templateThat } from './templates-that.ts';

const userCount = isLong ? 25 : 6;
const jobsEach = 10;
const jobCount = userCount * jobsEach;
const environment = { GENERATE_COST: '1', JOB_LEASE: '3' };

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node);
});

afterAll(() => cluster.close());

interface JobRequest {
  token: string;
  photo: string;
  key: string;
  templateId: number;
}

/** Creates a job as the app does: without a response, or after a 503, it retries at another node with the same key. */
async function create(nodes: Node[], request: JobRequest): Promise<string> {
  const body = { template_id: request.templateId, resource_pics: [request.photo] };
  for (let attempt = 0; attempt < 40; attempt++) {
    const node = nodes[attempt % nodes.length]!;
    const headers = { 'idempotency-key': request.key };
    const reply = await call(node, request.token, 'goTrainAndGeneratePic', body, headers).catch(() => null);
    if (reply?.code === 0) return reply.data.train_and_generate_info.generate_id;
    if (reply && reply.status !== 503) throw new Error(`refused with ${reply.code}`);
    await pause(50);
  }
  throw new Error('no node responded');
}

async function countUnfinished(): Promise<number> {
  const [row] = await cluster.all<{ count: number }>(
    'SELECT count(*)::int AS count FROM jobs WHERE status IN (1, 2, 4)',
  );
  return row!.count;
}

async function waitUntilFewerThan(count: number): Promise<void> {
  const end = performance.now() + 120_000;
  while ((await countUnfinished()) >= count) {
    if (performance.now() > end) throw new Error(`${await countUnfinished()} jobs are left`);
    await pause(100);
  }
}

async function kill(node: Node): Promise<void> {
  node.child.kill('SIGKILL');
  await once(node.child, 'exit');
}

test(`${jobCount} jobs on two API nodes and three workers, of which some are killed, end exactly once each`, async () => {
  const [first, second, ...workers] = await Promise.all([
    cluster.start('api', environment),
    cluster.start('api', environment),
    cluster.start('worker', environment),
    cluster.start('worker', environment),
    cluster.start('worker', environment),
  ]);
  const users = await Promise.all(
    Array.from({ length: userCount }, (_, index) => cluster.signIn(first, `User ${index}`)),
  );
  const requests = users.flatMap((user, index) =>
    Array.from({ length: jobsEach }, (_, number) => ({
      ...user,
      key: `request-${index}-${number}`,
      // One job in ten fails, and its coin must be refunded.
      templateId: number % 10 === 9 ? templateThat.breaks : templateThat.succeeds,
    })),
  );

  const created: string[] = [];
  const nodes = [first, second];
  async function createSome(): Promise<void> {
    for (let request = requests.shift(); request; request = requests.shift()) {
      created.push(await create(nodes, request));
      nodes.reverse();
      if (created.length === 0.3 * jobCount) await kill(workers[0]!);
      if (created.length === 0.5 * jobCount) await kill(first);
    }
  }
  await Promise.all(Array.from({ length: 20 }, createSome));
  expect(new Set(created).size).toBe(jobCount);

  // When half of the remaining jobs are done, a second worker dies and a new one starts.
  const half = (await countUnfinished()) / 2;
  await waitUntilFewerThan(Math.max(2, half));
  await kill(workers[1]!);
  await cluster.start('worker', environment);
  await waitUntilFewerThan(1);

  const done = 0.9 * jobCount;
  const broken = 0.1 * jobCount;
  expect(await cluster.all('SELECT status, count(*)::int FROM jobs GROUP BY status ORDER BY status')).toEqual(
    [
      { status: 5, count: done },
      { status: 6, count: broken },
    ],
  );
  expect(await cluster.all('SELECT count(*)::int, count(DISTINCT key)::int AS keys FROM pics')).toEqual([
    { count: 4 * done, keys: 4 * done },
  ]);
  const files = await readdir(join(cluster.dataDir, 'objects', 'pics'), { recursive: true });
  expect(files.filter(name => name.endsWith('@object'))).toHaveLength(4 * done);

  expect(
    await cluster.all(
      'SELECT reason, count(*)::int, sum(change)::int FROM coin_statements GROUP BY 1 ORDER BY 1',
    ),
  ).toEqual([
    { reason: 'gift', count: userCount, sum: 50 * userCount },
    { reason: 'give_back', count: broken, sum: broken },
    { reason: 'hold', count: jobCount, sum: -jobCount },
  ]);
  expect(
    await cluster.all(`SELECT u.user_id FROM users u JOIN coin_statements c USING (user_id)
      GROUP BY u.user_id HAVING u.coins <> sum(c.change)`),
  ).toEqual([]);
  expect(
    await cluster.all(
      `SELECT generate_id FROM jobs WHERE status = 6 AND template_id <> ${templateThat.breaks} OR lease_until IS NOT NULL`,
    ),
  ).toEqual([]);
}, 180_000);
