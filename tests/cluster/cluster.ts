import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDiskStore } from '../../server/store/disk-store.ts';
import { openTestDatabase } from '../server/support/test-database.ts';
import { ApiUser, dataOf, overHttp, signInAt } from '../support/api/api.ts';
import { portrait } from '../support/portrait.ts';
import { ServerProcess } from './server-process.ts';

/** A signed-in user who gave consent and uploaded a photo. */
export interface Customer {
  user: ApiUser;
  photo: string;
}

/** Several server processes on this machine that share a PostgreSQL database and a folder for objects. */
export interface Cluster {
  dataDir: string;
  url: string;
  start(role: 'api' | 'worker' | 'all', environment?: Record<string, string>): Promise<ServerProcess>;
  signIn(node: ServerProcess, name: string): Promise<Customer>;
  /** Runs a statement; returns its rows. */
  all<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  job(generateId: string): Promise<JobRow>;
  close(): Promise<void>;
}

export interface JobRow {
  status: number;
  progress: number;
  attempts: number;
  lease_id: string;
}

/** Opens a cluster without processes. Processes that start later run the file `script`. */
export async function openCluster(script: string): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tyy-cluster-'));
  const app = join(dataDir, 'app');
  await writeApp(app);
  const { url, drop } = await openTestDatabase(dataDir);
  const rows = new pg.Client(url);
  await rows.connect();
  const nodes: ServerProcess[] = [];
  const usual = { DATA_DIR: dataDir, APP_DIR: app, DATABASE_URL: url, RATE_LIMIT: '1000000' };
  const all = async (statement: string, values: unknown[] = []) => (await rows.query(statement, values)).rows;

  return {
    dataDir,
    url,
    async start(role, environment = {}) {
      const node = await ServerProcess.start(script, { ROLE: role, ...usual, ...environment });
      nodes.push(node);
      return node;
    },
    async signIn({ origin }, name) {
      const user = await signInAt(origin, name);
      const { endpoint, bucket, prefix } = await dataOf(user.get('getOssStsInfo'));
      const store = await openDiskStore(join(dataDir, 'objects'));
      await store.put(`${prefix}photo.png`, await readFile(portrait), 'image/png');
      return { user, photo: `${endpoint}/${bucket}/${prefix}photo.png` };
    },
    all,
    async job(generateId) {
      const statement = 'SELECT status, progress, attempts, lease_id FROM jobs WHERE generate_id = $1';
      return (await all(statement, [generateId]))[0];
    },
    async close() {
      await Promise.all(nodes.map(node => node.kill()));
      await rows.end();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Writes the files of a small app, which users and attackers load. */
async function writeApp(folder: string): Promise<void> {
  await mkdir(folder);
  const page = `<!doctype html><title>tyy</title>${'<p>words of a page'.repeat(4000)}`;
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'file.txt'), 'a file');
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(2_000_000));
}

/** Opens one cluster for all tests in a file. */
export function sharedCluster(): Cluster {
  const cluster = {} as Cluster;
  beforeAll(async () => {
    Object.assign(cluster, await openCluster(inject('scripts').node));
  });
  afterAll(() => cluster.close());
  return cluster;
}

/** Returns the same user as a client of another process. */
export const at = ({ origin }: ServerProcess, { token }: ApiUser): ApiUser =>
  new ApiUser(overHttp(origin), token);
