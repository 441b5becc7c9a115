import { startUnnamedPostgres } from '../../support/api/postgres.ts';

/**
 * Starts a PostgreSQL server for the stories' own backends, because embedded databases take 10 % more time. Does
 * nothing if PostgreSQL is not installed or TEST_DATABASE_URL is set. The product that most stories share still uses
 * its embedded database.
 */
export default async function startDatabases(): Promise<(() => Promise<void>) | undefined> {
  const server = await startUnnamedPostgres();
  if (!server) return;
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
