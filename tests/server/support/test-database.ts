import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';

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
    await cp(await emptyDatabase(), join(dataDir, 'database'), { recursive: true });
    return { url: '', drop: async () => {} };
  }
  const name = `tyy_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The folder of an embedded database without tables: making one takes seconds, copying it does not. */
export async function emptyDatabase(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { mtimeMs } = await stat(dirname(entry));
  const folder = join(tmpdir(), `tyy-empty-database-${Math.floor(mtimeMs)}`);
  if (await stat(folder).catch(() => null)) return folder;

  const fresh = await mkdtemp(join(tmpdir(), 'tyy-fresh-database-'));
  await (await PGlite.create(fresh)).close();
  // Another test file may have made it meanwhile.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  return folder;
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
