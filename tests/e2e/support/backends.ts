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
 * the next one: a fixture of the worker that only some stories had would start another worker for them, which takes ten
 * times as long as to open a backend in one that runs.
 */
export const test = base.extend<object, Backends>({
  backendWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const opened = new Map<string, Promise<Served>>();
      await use(settings => {
        const key = JSON.stringify(settings);
        const served = opened.get(key) ?? open(settings);
        opened.set(key, served);
        return served;
      });
      for (const served of opened.values()) await (await served).backend.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };

async function open(settings: Settings): Promise<Served> {
  const backend = await openTestBackend({ APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...settings });
  return { backend, origin: await listen(backend) };
}
