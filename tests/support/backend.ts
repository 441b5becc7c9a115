import type { TestProject } from 'vitest/node';
import { listen, openTestBackend } from '../server/support/backend.ts';
import { startUnnamedPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the backend that the web app's tests talk to. */
    backend: string;
  }
}

/**
 * Runs the real backend for the web app's tests, with a quick generator, and on PostgreSQL where it is installed: the
 * embedded database takes a third of their time. Returns how to end it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startUnnamedPostgres();
  const backend = await openTestBackend({
    ...(database && { DATABASE_URL: database.url }),
    // Pages of a build that lets guests try need it; to all others it makes no difference.
    OPEN_TRY: '1',
    REQUIRE_CONSENT: '1',
  });
  project.provide('backend', await listen(backend));
  return async () => {
    await backend.close();
    await database?.stop();
  };
}
