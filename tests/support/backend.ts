import type { TestProject } from 'vitest/node';
import { listen, openTestBackend } from '../server/support/backend.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the backend that the web app's tests talk to. */
    backend: string;
  }
}

/** Runs the real backend for the web app's tests, with a quick generator; returns how to end it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Pages of a build that lets guests try need it; to all others it makes no difference.
  const backend = await openTestBackend({ OPEN_TRY: '1', REQUIRE_CONSENT: '1' });
  project.provide('backend', await listen(backend));
  return backend.close;
}
