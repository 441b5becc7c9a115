import { test as base, expect } from '@playwright/test';
import { listen, openTestBackend, type TestBackend } from '../../server/support/backend.ts';

/** A backend in the story's process, and where pages open it. */
export interface Served {
  backend: TestBackend;
  origin: string;
}

/** The settings that differ from the usual ones of a test's backend. */
export type Settings = Record<string, string>;

/** What a worker has for its stories. */
export interface Backends {
  /** The backend with these settings. */
  backendWith(settings: Settings): Promise<Served>;
}

/**
 * What all stories are built on. A worker opens a backend for the first story that asks for its settings, and keeps it for
 * the next one: a fixture of the worker that only some stories had would start another worker for them, which takes seven
 * times the processor time of a backend in one that runs.
 */
export const test = base.extend<object, Backends>({
  backendWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
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

/** Where the product that most stories open keeps the pictures of the templates, which it draws at its start. */
const previews = 'test-results/data/previews';

async function open(settings: Settings): Promise<Served> {
  const environment = { APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...settings };
  const backend = await openTestBackend(environment, { previews });
  return { backend, origin: await listen(backend) };
}
