import { test as base } from 'vitest';
import { signIn, type TestBackend, type TestUser } from './backend.ts';

/** A backend with an external service. */
interface World {
  readonly backend: TestBackend;
  close(): Promise<void>;
}

/** Tests of a file that share a world, with the clock at the present and a new user for each test. */
export function worldTest<Shared extends World>(open: () => Promise<Shared>) {
  return base.extend<{ $file: { world: Shared }; $test: { ann: TestUser } }>({
    world: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from this pattern.
      async ({}, use) => {
        const world = await open();
        await use(world);
        await world.close();
      },
      { scope: 'file' },
    ],
    ann: async ({ world, task }, use) => {
      world.backend.clock.ahead = 0;
      await use(await signIn(world.backend, `Ann ${task.id}`));
    },
  });
}
