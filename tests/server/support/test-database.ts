import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';

const migrations = 'server/db/migrations';

/** A database of one test file; `url` is what DATABASE_URL must say. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * An embedded one in the data folder, or a fresh one on the PostgreSQL server that the project's setup started or
 * TEST_DATABASE_URL names.
 */
export async function openTestDatabase(dataDir: string): Promise<TestDatabase> {
  // The web app's setup opens one too; it runs outside of the workers, where nothing can be injected.
  const started = process.env.VITEST_WORKER_ID ? inject('postgresUrl') : null;
  const server = process.env.TEST_DATABASE_URL ?? started;
  if (!server) {
    await putEmptyDatabase(dataDir);
    return { url: '', drop: async () => {} };
  }
  const name = `tyy_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Puts an embedded database with empty tables into a data folder: making one takes seconds, copying it does not. */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  // Of a thousand small files it takes a tenth of the time that Node's own copying does.
  await promisify(execFile)('cp', ['-r', await emptyDatabase(), join(dataDir, 'database')]);
}

/** The folder of the one that is copied. */
async function emptyDatabase(): Promise<string> {
  const folder = join(tmpdir(), `tyy-empty-database-${await versionOfTables()}`);
  if (await stat(folder).catch(() => null)) return folder;

  const fresh = await mkdtemp(join(tmpdir(), 'tyy-fresh-database-'));
  await (await openDatabase({ dataDir: fresh, databaseUrl: null })).close();
  // Another test file may have made it meanwhile.
  await rename(join(fresh, 'database'), folder).catch(() => {});
  await rm(fresh, { recursive: true });
  return folder;
}

/** The same as long as neither the database nor a migration changes. */
async function versionOfTables(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(await readFile(join(dirname(entry), '../package.json')));
  const names = await readdir(migrations);
  for (const name of names.sort()) hash.update(name).update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
