import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { type DatabasePlace, openDatabase } from '../../../server/db/database.ts';
import type { StartLog } from '../../../server/db/migrate.ts';
import { openJobQueue } from '../../../server/jobs/job-queue.ts';

const migrations = 'server/db/migrations';

/** A database for the tests of one file; `url` is its DATABASE_URL. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Opens a new database: on the PostgreSQL server that the project's setup started or TEST_DATABASE_URL names, otherwise
 * embedded in the data folder. It has the product's empty tables; with `tables: 'none'` (only on a server) it has no
 * tables.
 */
export async function openTestDatabase(
  dataDir: string,
  { tables }: { tables?: 'none' } = {},
): Promise<TestDatabase> {
  // The web app's setup also opens a database. It runs outside the workers, where `inject` does not work.
  const started = process.env.VITEST_WORKER_ID ? inject('postgresUrl') : null;
  const server = process.env.TEST_DATABASE_URL ?? started;
  if (!server) {
    await putEmptyDatabase(dataDir);
    return { url: '', drop: async () => {} };
  }
  const name = newName();
  // PostgreSQL's default writes the copy into its log, which takes three times as long as copying the files.
  const source = tables === 'none' ? '' : `TEMPLATE ${await emptyDatabaseOn(server)} STRATEGY file_copy`;
  await runOn(server, `CREATE DATABASE ${name} ${source}`);
  return {
    url: nameOn(server, name),
    async drop() {
      await runOn(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Copies an embedded database with empty tables into a data folder, because making a new one takes seconds. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  // For a thousand small files, `cp` takes a tenth of the time of Node's own copy function.
  await promisify(execFile)('cp', ['-r', await emptyDatabase(), join(dataDir, 'database')]);
}

/** Returns the folder of the database to copy; makes it if it does not exist. */
async function emptyDatabase(): Promise<string> {
  const folder = join(tmpdir(), `tyy-empty-database-${await versionOfTables()}`);
  if (await stat(folder).catch(() => null)) return folder;

  const fresh = await mkdtemp(join(tmpdir(), 'tyy-fresh-database-'));
  await makeTables({ dataDir: fresh, databaseUrl: null });
  // Another test file may have made the folder meanwhile.
  await rename(join(fresh, 'database'), folder).catch(() => {});
  await rm(fresh, { recursive: true });
  return folder;
}

/** Returns the name of the database to copy, which stays on the server; makes it if it does not exist. */
async function emptyDatabaseOn(server: string): Promise<string> {
  const name = `tyy_empty_${await versionOfTables()}`;
  if (await isOn(server, name)) return name;

  const fresh = newName();
  await runOn(server, `CREATE DATABASE ${fresh}`);
  await makeTables({ dataDir: '', databaseUrl: nameOn(server, fresh) });
  await runOn(server, `ALTER DATABASE ${fresh} RENAME TO ${name}`).catch(async error => {
    await runOn(server, `DROP DATABASE ${fresh} WITH (FORCE)`);
    // Another test file may have made the database meanwhile.
    if (!(await isOn(server, name))) throw error;
  });
  return name;
}

/** Makes the tables of the product and of its job queue. */
export async function makeTables(place: DatabasePlace, log?: StartLog): Promise<void> {
  const db = await openDatabase(place, log);
  try {
    const queue = await openJobQueue({
      db,
      clock: Date.now,
      onError(error) {
        throw error;
      },
      run: null,
      requireStore: async () => {},
      leaseTime: Number.POSITIVE_INFINITY,
    });
    await queue.close();
  } finally {
    await db.close();
  }
}

const newName = () => `tyy_test_${randomBytes(6).toString('hex')}`;

function nameOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A hash that changes with the embedded database, the job queue or a migration. */
async function versionOfTables(): Promise<string> {
  const hash = createHash('sha256');
  for (const library of ['@electric-sql/pglite', 'pg-boss']) {
    hash.update(await readFile(join('node_modules', library, 'package.json')));
  }
  const names = await readdir(migrations);
  for (const name of names.sort()) hash.update(name).update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

async function isOn(server: string, name: string): Promise<boolean> {
  const rows = await runOn(server, `SELECT FROM pg_database WHERE datname = '${name}'`);
  return rows.length > 0;
}

async function runOn(server: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(server);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
