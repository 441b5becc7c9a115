import { readdir, rename } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { Cluster, call, type Node } from './cluster.ts';
import { templateThat } from './templates-that.ts';

let cluster: Cluster;
let line: DatabaseConnection;
let api: Node;
let worker: Node;
let user: { token: string; photo: string };

beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node);
  line = new DatabaseConnection(new URL(cluster.url));
  const environment = { DATABASE_URL: await line.connect(), JOB_LEASE: '3', GENERATE_COST: '5' };
  api = await cluster.start('api', environment);
  worker = await cluster.start('worker', environment);
  user = await cluster.signIn(api, 'Ann');
});

afterAll(async () => {
  await cluster.close();
  await line.cut();
});

/** A proxy in front of the database whose connections a test can cut and restore. */
class DatabaseConnection {
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: URL) {
    this.#target = target;
  }

  /** Listens; returns the database URL through this proxy. */
  async connect(): Promise<string> {
    this.#server = createServer(near => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one);
        one.on('error', () => {}).on('close', () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>(resolve => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object') this.#port = address!.port;
    return this.address;
  }

  get address(): string {
    const near = new URL(this.#target);
    near.port = String(this.#port);
    return near.href;
  }

  /** Drops all bytes on open connections, like a broken router; new connections work. */
  freeze(): void {
    for (const socket of this.#open) socket.unpipe().pause();
  }

  async cut(): Promise<void> {
    const closed = new Promise(resolve => this.#server?.close(resolve));
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
    await closed;
  }
}

async function readiness(): Promise<{ status: number; database: boolean; store: boolean }> {
  const response = await fetch(`${api.origin}/readyz`);
  return { ...((await response.json()) as { database: boolean; store: boolean }), status: response.status };
}

async function create(templateId = templateThat.succeeds): Promise<string> {
  const body = { template_id: templateId, resource_pics: [user.photo] };
  const { data } = await call(api, user.token, 'goTrainAndGeneratePic', body);
  return data.train_and_generate_info.generate_id;
}

async function statusOf(generateId: string): Promise<number> {
  const [row] = await cluster.all<{ status: number }>(
    `SELECT status FROM jobs WHERE generate_id = '${generateId}'`,
  );
  return row!.status;
}

test('while the database is gone every call is refused in time, and afterwards all goes on without a restart', async () => {
  await line.cut();
  const refused = await call(api, user.token, 'getCoinStatementList');
  expect(refused).toMatchObject({ status: 503, code: 1000, data: null });
  expect(await readiness()).toMatchObject({ status: 503, database: false, store: true });

  await line.connect();
  await waitFor('the API to respond again', async () => {
    const reply = await call(api, user.token, 'getCoinStatementList');
    return reply.code === 0 && reply.data.list.length === 1;
  });
  const generateId = await create();
  await waitFor('the worker to make pics again', async () => (await statusOf(generateId)) === 5);
});

test('connections that fall silent are given up: calls end in time, and a job is taken up again', async () => {
  await call(api, user.token, 'getCoinStatementList');
  line.freeze();
  const started = performance.now();
  const during = await call(api, user.token, 'getCoinStatementList');
  expect(performance.now() - started).toBeLessThan(10_000);
  expect([200, 503]).toContain(during.status);
  await waitFor('the API to respond again', async () => {
    return (await call(api, user.token, 'getCoinStatementList')).code === 0;
  });
  const generateId = await create();
  await waitFor('the job to be done', async () => (await statusOf(generateId)) === 5);
  expect(await readiness()).toMatchObject({ status: 200, database: true });
});

test('a process that starts while the database is away waits for it', async () => {
  await line.cut();
  const starting = cluster.start('worker', { DATABASE_URL: line.address, JOB_LEASE: '3' });
  await waitFor('the API to notice', async () => (await readiness()).database === false);
  await line.connect();
  const second = await starting;
  expect(second.child.exitCode).toBeNull();
});

test('a job that is done while the database is gone is done again, by the same worker', async () => {
  const generateId = await create(templateThat.takesTime);
  await waitFor('the work to begin', async () => (await statusOf(generateId)) === 4);
  await line.cut();
  const pics = join(cluster.dataDir, 'objects', 'pics');
  await waitFor('the pics to be kept', async () => {
    const names = await readdir(pics, { recursive: true });
    return names.filter(name => name.includes(`${generateId}/`)).length === 4;
  });
  await waitFor('the API to notice', async () => (await readiness()).database === false);

  await line.connect();
  await waitFor('the job to be done', async () => (await statusOf(generateId)) === 5);
  expect(worker.child.exitCode).toBeNull();
});

test('while the store cannot be written a job waits with its coins held, and ends well afterwards', async () => {
  const incoming = join(cluster.dataDir, 'objects', '.incoming');
  await rename(incoming, `${incoming}-away`);
  await waitFor('the API to say so', async () => (await readiness()).store === false);
  const generateId = await create();
  await waitFor('the work to begin', async () => (await statusOf(generateId)) === 4);

  await rename(`${incoming}-away`, incoming);
  await waitFor('the pics to be there', async () => (await statusOf(generateId)) === 5);
  const rows = await cluster.all(`SELECT reason FROM coin_statements WHERE reference = '${generateId}'`);
  expect(rows).toEqual([{ reason: 'hold' }]);
});
