import { startUnnamedPostgres } from '../../support/postgres.ts';

/**
 * Starts a PostgreSQL server, where one is installed and none is named, for the backends that stories open in their own process: an
 * embedded database takes a tenth more of their time. The product that most stories use has its embedded one.
 */
export default async function startDatabases(): Promise<(() => Promise<void>) | undefined> {
  const server = await startUnnamedPostgres();
  if (!server) return;
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
