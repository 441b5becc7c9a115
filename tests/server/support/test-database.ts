import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of one test file. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The embedded one in memory, or a fresh one on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { url: 'memory://', drop: async () => {} };

  const name = `tyy_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
