import { test as base, expect } from '@playwright/test';
import { listen, openTestBackend, type TestBackend } from '../../server/support/backend.ts';

/** A backend in the story's process, with its public origin. */
export interface Served {
  backend: TestBackend;
  origin: string;
}

/** Environment variables that differ from the tests' defaults. */
export type Settings = Record<string, string>;

/** Fixtures that all stories in a Playwright worker share. */
export interface Backends {
  backendWith(settings: Settings): Promise<Served>;
}

/**
 * The base of all stories. A worker opens one backend for each combination of settings and reuses it for later stories.
 * All stories must use this fixture, because otherwise Playwright would start more workers, and a worker takes seven
 * times as much processor time as a backend.
 */
export const test = base.extend<object, Backends>({
  backendWith: [
    async ({}, use) => {
      const opened = new Map<string, Served>();
      await use(async settings => {
        const key = JSON.stringify(settings);
        const served = opened.get(key) ?? (await open(settings));
        opened.set(key, served);
        return served;
      });
      for (const { backend } of opened.values()) await backend.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Template previews from the product's start, which the backends reuse. */
const previews = 'test-results/data/previews';

async function open(settings: Settings): Promise<Served> {
  const environment = { APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...settings };
  const backend = await openTestBackend(environment, { previews });
  return { backend, origin: await listen(backend) };
}
