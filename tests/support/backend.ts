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
  const backend = await openTestBackend();
  project.provide('backend', await listen(backend));
  return backend.close;
}
