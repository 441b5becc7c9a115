import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTables, openTestDatabase, type TestDatabase } from '../server/support/test-database.ts';
import { waitFor } from '../server/support/wait-for.ts';
import { freePort } from '../support/api/postgres.ts';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await openTestDatabase('', { tables: 'none' });
  owner = new pg.Client(database.url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Returns the message of the error with which the start fails. */
const sentenceOf = (databaseUrl: string) =>
  makeTables({ dataDir: '', databaseUrl }).then(
    () => 'it started',
    (error: Error) => error.message,
  );

test('the start says how it must be set where it refuses the limits of a connection', async () => {
  const pooler = await openPooler(database.url, '');
  expect(await sentenceOf(pooler.url)).toMatch(/statement_timeout\. .+ignore_startup_parameters = /);
  await pooler.close();
});

test('processes start again and again, and leave no lock behind', async () => {
  const limits = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
  const pooler = await openPooler(database.url, limits);
  for (let start = 0; start < 5; start += 1) {
    expect(await Promise.all([sentenceOf(pooler.url), sentenceOf(pooler.url)])).toEqual([
      'it started',
      'it started',
    ]);
    const { rows } = await owner.query(`SELECT pg_locks.* FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`);
    expect(rows).toEqual([]);
  }
  await pooler.close();
});

/** Starts PgBouncer in front of the server at `url`; `ignored` is its setting ignore_startup_parameters. */
async function openPooler(url: string, ignored: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'tyy-pooler-'));
  const own = await freePort();
  await writeFile(
    join(folder, 'pooler.ini'),
    `[databases]
      * = host=${hostname} port=${port} user=${username}
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${own}
      unix_socket_dir =
      auth_type = any
      pool_mode = transaction
      ${ignored && `ignore_startup_parameters = ${ignored}`}`,
  );
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = isRoot ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, join(folder, 'pooler.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.on('error', () => {});
  const through = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await waitFor('pgbouncer (Debian: apt-get install pgbouncer)', () => isListening(own));
  return {
    url: through,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref().once('connect', () => socket.destroy());
  });
