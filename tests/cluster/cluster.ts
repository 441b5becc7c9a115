import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Body, CallName, Data } from '../../server/contract/calls.ts';
import { openDiskStore } from '../../server/store/disk-store.ts';
import { openTestDatabase } from '../server/support/test-database.ts';
import { ApiUser, giveConsent, overHttp, type Reply } from '../support/api/api.ts';

const portrait = fileURLToPath(new URL('../testdata/astronaut.png', import.meta.url));

export interface Node {
  child: ChildProcess;
  origin: string;
}

/** Several processes with one PostgreSQL database and one folder of objects, on this machine. */
export class Cluster {
  readonly rows: pg.Client;
  readonly dataDir: string;
  readonly url: string;
  readonly #script: string;
  readonly #drop: () => Promise<void>;
  readonly #nodes: Node[] = [];

  private constructor(script: string, dataDir: string, url: string, drop: () => Promise<void>) {
    this.#script = script;
    this.dataDir = dataDir;
    this.rows = new pg.Client(url);
    this.url = url;
    this.#drop = drop;
  }

  /** Opens a cluster without processes; they will run the script `node`. */
  static async open(script: string, options?: { tables: 'none' }): Promise<Cluster> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tyy-cluster-'));
    const { url, drop } = await openTestDatabase(dataDir, options);
    const cluster = new Cluster(script, dataDir, url, drop);
    await cluster.rows.connect();
    return cluster;
  }

  /** Starts a process and waits until it listens. */
  async start(role: 'api' | 'worker', environment: Record<string, string> = {}): Promise<Node> {
    const child = spawn(process.execPath, [this.#script], {
      env: {
        ...process.env,
        ROLE: role,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DATABASE_URL: this.url,
        RATE_LIMIT: '1000000',
        LOG_LEVEL: 'fatal',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const origin of createInterface({ input: child.stdout! })) {
      const node = { child, origin };
      this.#nodes.push(node);
      return node;
    }
    throw new Error('The process ended before it listened.');
  }

  /** Signs a user in, gives consent, and stores a photo at an address the user may upload to. */
  async signIn(node: Node, name: string): Promise<{ token: string; photo: string }> {
    const { data } = await call(node, '', 'login', { login_type: 'facebook', token: `sandbox:${name}` });
    await giveConsent(new ApiUser(overHttp(node.origin), data.token));
    const { data: space } = await call(node, data.token, 'getOssStsInfo');
    const store = await openDiskStore(join(this.dataDir, 'objects'));
    await store.put(`${space.prefix}photo.png`, await readFile(portrait), 'image/png');
    return { token: data.token, photo: `${space.endpoint}/${space.bucket}/${space.prefix}photo.png` };
  }

  async all<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    return (await this.rows.query<Row>(statement)).rows;
  }

  async close(): Promise<void> {
    for (const { child } of this.#nodes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await this.rows.end();
    await this.#drop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Calls a node: POST if there is a body, else GET. */
export async function call<Name extends CallName>(
  { origin }: Node,
  token: string,
  name: Name,
  body?: Body<Name>,
  headers: Record<string, string> = {},
): Promise<Reply<Data<Name>>> {
  const user = new ApiUser(overHttp(origin), token);
  return (await user.send(body ? 'POST' : 'GET', name, body, headers)) as Reply<Data<Name>>;
}
