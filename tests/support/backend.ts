import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { openTestBackend } from '../server/support/backend.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the backend that the web app's tests talk to. */
    backend: string;
  }
}

/** Runs the real backend for the web app's tests, with a quick generator; returns how to end it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const backend = await openTestBackend();
  await backend.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = backend.app.server.address() as AddressInfo;
  project.provide('backend', `http://127.0.0.1:${port}`);
  return backend.close;
}
