import { afterAll, beforeAll } from 'vitest';
import { openTestBackend, type TestBackend } from './backend.ts';

/** A backend that the tests of a file share: opens before the first test and closes after the last. */
export function sharedBackend(...settings: Parameters<typeof openTestBackend>): TestBackend {
  const backend = {} as TestBackend;
  beforeAll(async () => {
    Object.assign(backend, await openTestBackend(...settings));
  });
  afterAll(() => backend.close());
  return backend;
}
