import { test as base, expect } from '@playwright/test';
import { listen, openTestBackend, type TestBackend } from '../../server/support/backend.ts';

/** A backend inside the story's process, and its public origin. */
export interface Served {
  backend: TestBackend;
  origin: string;
}

/** Settings that differ from the usual settings of tests. */
export type Settings = Record<string, string>;

/** Fixtures that all stories of a worker share. */
export interface Backends {
  backendWith(settings: Settings): Promise<Served>;
}

/**
 * The base of all stories. A worker opens a backend for the first story with given settings and reuses it for later
 * stories. If only some stories used a worker fixture, Playwright would start another worker, which takes seven times
 * the processor time of another backend.
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

/** Template previews that the product draws at its start; most stories use them. */
const previews = 'test-results/data/previews';

async function open(settings: Settings): Promise<Served> {
  const environment = { APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...settings };
  const backend = await openTestBackend(environment, { previews });
  return { backend, origin: await listen(backend) };
}
