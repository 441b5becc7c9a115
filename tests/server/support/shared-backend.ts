import { afterAll, test as base, beforeAll } from 'vitest';
import { openTestBackend, signIn, type TestBackend, type TestUser } from './backend.ts';

/** A backend that the tests of a file share: opens before the first test and closes after the last. */
export function sharedBackend(...settings: Parameters<typeof openTestBackend>): TestBackend {
  const backend = {} as TestBackend;
  beforeAll(async () => {
    Object.assign(backend, await openTestBackend(...settings));
  });
  afterAll(() => backend.close());
  return backend;
}

const names = [
  'ann',
  'bob',
  'carl',
  'cat',
  'dan',
  'eve',
  'fay',
  'gil',
  'gus',
  'hal',
  'ivy',
  'jay',
  'kim',
  'max',
] as const;
let users = 0;

/** Returns a `test` whose parameters are new signed-in users of this backend: `async ({ ann, bob }) => …`. */
export function usersOf(backend: TestBackend) {
  function signInAs(name: string) {
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
    return async ({}, use: (user: TestUser) => Promise<void>) =>
      use(await signIn(backend, `${name} ${++users}`));
  }
  const fixtures = Object.fromEntries(names.map(name => [name, signInAs(name)]));
  return base.extend(fixtures as Record<(typeof names)[number], ReturnType<typeof signInAs>>);
}
