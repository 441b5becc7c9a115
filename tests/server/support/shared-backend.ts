import { afterAll, beforeAll } from 'vitest';
import { openTestBackend, type TestBackend } from './backend.ts';

/** A backend shared by the tests of a file: opens before the first and closes after the last. */
export function sharedBackend(...settings: Parameters<typeof openTestBackend>): TestBackend {
  const backend = {} as TestBackend;
  beforeAll(async () => {
    Object.assign(backend, await openTestBackend(...settings));
  });
  afterAll(() => backend.close());
  return backend;
}
