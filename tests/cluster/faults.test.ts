import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { createJob } from '../support/api/a-job.ts';
import { type Customer, sharedCluster } from './cluster.ts';
import { DatabaseConnection } from './database-connection.ts';
import type { ServerProcess } from './server-process.ts';
import { templateThat } from './templates-that.ts';

const cluster = sharedCluster();
let line: DatabaseConnection;
let api: ServerProcess;
let worker: ServerProcess;
let ann: Customer;

beforeAll(async () => {
  line = new DatabaseConnection(cluster.url);
  const environment = { DATABASE_URL: await line.connect(), JOB_LEASE: '3', GENERATE_COST: '5' };
  api = await cluster.start('api', environment);
  worker = await cluster.start('worker', environment);
  ann = await cluster.signIn(api, 'Ann');
});

afterAll(() => line.cut());

async function readiness(): Promise<{ status: number; database: boolean; store: boolean }> {
  const response = await fetch(`${api.origin}/readyz`);
  return { ...((await response.json()) as { database: boolean; store: boolean }), status: response.status };
}

async function create(templateId = templateThat.succeeds): Promise<string> {
  return (await createJob(ann.user, ann.photo, templateId)).generate_id;
}

const hasStatus = async (generateId: string, status: number) =>
  (await cluster.job(generateId)).status === status;

/** Sends a call that must read the database. */
const callDatabase = () => ann.user.get('getCoinStatementList');

test('while the database is down calls get status 503, and afterwards they work without a restart', async () => {
  await line.cut();
  const refused = await callDatabase();
  expect(refused).toMatchObject({ status: 503, code: 1000, data: null });
  expect(await readiness()).toMatchObject({ status: 503, database: false, store: true });

  await line.connect();
  await waitFor('the API to respond again', async () => {
    const reply = await callDatabase();
    return reply.code === 0 && reply.data.list.length === 1;
  });
  const generateId = await create();
  await waitFor('the worker to make pics again', () => hasStatus(generateId, 5));
});

test('if open database connections stop responding, calls end within ten seconds and later jobs are done', async () => {
  await callDatabase();
  line.freeze();
  const started = performance.now();
  const during = await callDatabase();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect([200, 503]).toContain(during.status);
  await waitFor('the API to respond again', async () => {
    return (await callDatabase()).code === 0;
  });
  const generateId = await create();
  await waitFor('the job to be done', () => hasStatus(generateId, 5));
  expect(await readiness()).toMatchObject({ status: 200, database: true });
});

test('if the database is down when a job finishes, the same worker completes the job afterwards', async () => {
  const generateId = await create(templateThat.takesTime);
  await waitFor('the work to begin', () => hasStatus(generateId, 4));
  await line.cut();
  const pics = join(cluster.dataDir, 'objects', 'pics');
  await waitFor('the pics to be kept', async () => {
    const names = await readdir(pics, { recursive: true });
    return names.filter(name => name.includes(`${generateId}/`)).length === 4;
  });
  await waitFor('the API to notice', async () => (await readiness()).database === false);

  await line.connect();
  await waitFor('the job to be done', () => hasStatus(generateId, 5));
  expect(worker.child.exitCode).toBeNull();
});

test('a job waits while the object store is not writable, then finishes without being charged twice', async () => {
  const incoming = join(cluster.dataDir, 'objects', '.incoming');
  await rename(incoming, `${incoming}-away`);
  await waitFor('the API to say so', async () => (await readiness()).store === false);
  const generateId = await create();
  await waitFor('the work to begin', () => hasStatus(generateId, 4));

  await rename(`${incoming}-away`, incoming);
  await waitFor('the pics to be there', () => hasStatus(generateId, 5));
  const rows = await cluster.all(`SELECT reason FROM coin_statements WHERE reference = '${generateId}'`);
  expect(rows).toEqual([{ reason: 'hold' }]);
});
