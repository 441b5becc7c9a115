import type { TestProject } from 'vitest/node';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { startUnnamedPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the backend that the web app's tests call. */
    backend: string;
  }
}

/**
 * Runs the real backend with a quick generator; returns the teardown. Uses PostgreSQL if it is installed, because an
 * embedded database takes a third of the tests' time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startUnnamedPostgres();
  const backend = await openTestBackend({
    ...(database && { DATABASE_URL: database.url }),
    // Pages that let guests try the app need this, and other pages ignore it.
    OPEN_TRY: '1',
    REQUIRE_CONSENT: '1',
  });
  project.provide('backend', await listen(backend));
  return async () => {
    await backend.close();
    await database?.stop();
  };
}
