import { startUnnamedPostgres } from '../../support/api/postgres.ts';

/**
 * Starts a PostgreSQL server for the backends in stories' processes, if PostgreSQL is installed and TEST_DATABASE_URL
 * is not set, because embedded databases take 10 % more time. The product that most stories use keeps its embedded
 * database.
 */
export default async function startDatabases(): Promise<(() => Promise<void>) | undefined> {
  const server = await startUnnamedPostgres();
  if (!server) return;
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
