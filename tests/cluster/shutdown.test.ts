import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { createJob } from '../support/api/a-job.ts';
import { at, type Customer, sharedCluster } from './cluster.ts';
import type { ServerProcess } from './server-process.ts';
import { templateThat } from './templates-that.ts';

const cluster = sharedCluster();
let api: ServerProcess;
let ann: Customer;

beforeAll(async () => {
  api = await cluster.start('api');
  ann = await cluster.signIn(api, 'Ann');
});

async function create(node: ServerProcess, templateId: number, key?: string): Promise<string> {
  return (await createJob(at(node, ann.user), ann.photo, templateId, key)).generate_id;
}

test('a worker that gets SIGTERM returns its job to the queue, and another worker continues at once', async () => {
  const first = await cluster.start('worker');
  const generateId = await create(api, templateThat.waits);
  await waitFor('the work to begin', async () => (await cluster.job(generateId)).progress === 50);
  const { lease_id } = await cluster.job(generateId);

  const second = await cluster.start('worker');
  expect(await first.kill('SIGTERM')).toEqual([0, null]);
  // `waitFor` gives up before the lease expires (after a minute), so the first worker must have returned the job.
  await waitFor('another worker to take the job', async () => {
    const row = await cluster.job(generateId);
    return row.lease_id !== lease_id && row.attempts === 1;
  });

  await second.kill();
  await cluster.all('UPDATE jobs SET status = 6, lease_until = NULL WHERE status IN (1, 2, 4)');
});

test('a job that crashes its worker fails after three attempts, and its coins are returned', async () => {
  const generateId = await create(api, templateThat.kills);
  for (const _ of [1, 2, 3]) {
    const worker = await cluster.start('worker', { JOB_LEASE: '3' });
    expect(await worker.ended()).toEqual([null, 'SIGKILL']);
  }
  await cluster.start('worker', { JOB_LEASE: '3' });
  await waitFor('the job to be given up', async () => (await cluster.job(generateId)).status === 6);

  const rows = await cluster.all(`SELECT reason, change FROM coin_statements
    WHERE reference = '${generateId}' ORDER BY id`);
  expect(rows).toEqual([
    { reason: 'hold', change: -20 },
    { reason: 'give_back', change: 20 },
  ]);
});

test('an API node that gets SIGTERM still responds to requests in progress, then exits', async () => {
  const node = await cluster.start('api', { GENERATE_COST: '0' });
  // The maximum of parallel requests per user. The node queues further requests and may refuse them.
  const count = 6;
  // Lock all user rows, so that each request waits.
  const holder = new pg.Client(cluster.url);
  await holder.connect();
  await holder.query('BEGIN; SELECT * FROM users FOR UPDATE');
  const requests = Array.from({ length: count }, (_, index) =>
    create(node, templateThat.succeeds, `last-${index}`),
  );
  await waitFor('all requests to have begun', async () => {
    const waiting = await cluster.all(`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for update'`);
    return waiting.length === count;
  });
  node.child.kill('SIGTERM');
  const isRefused = () =>
    fetch(`${node.origin}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
  await waitFor('the node to take no more', isRefused);
  await holder.query('COMMIT');
  await holder.end();

  const created = await Promise.all(requests);
  expect(new Set(created).size).toBe(count);
  expect(await node.ended()).toEqual([0, null]);
  await expect(create(node, templateThat.succeeds)).rejects.toThrow();
});

test('a token revoked on one node is refused there at once, and on other nodes within seconds', async () => {
  const other = await cluster.start('api');
  const { user: bob } = await cluster.signIn(api, 'Bob');
  const atOther = at(other, bob);
  expect((await atOther.get('getUserInfo')).code).toBe(0);

  await bob.post('logout');
  expect((await bob.get('getUserInfo')).status).toBe(401);
  await waitFor(
    'the other node to learn of it',
    async () => (await atOther.get('getUserInfo')).status === 401,
  );
});
