import { test as base, expect } from '@playwright/test';
import { listen, openTestBackend, type TestBackend } from '../../server/support/backend.ts';

/** A backend in the story's process, and its public origin. */
export interface Served {
  backend: TestBackend;
  origin: string;
}

/** Settings that differ from the defaults of a test's backend. */
export type Settings = Record<string, string>;

/** Fixtures of a worker. */
export interface Backends {
  backendWith(settings: Settings): Promise<Served>;
}

/**
 * The base of all stories. A worker opens a backend for the first story that needs its settings, and reuses it. A
 * worker fixture that only some stories use would start another worker, which takes seven times the processor time of
 * another backend in the same worker.
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

/** Previews of the templates, drawn at the start of the product that most stories use. */
const previews = 'test-results/data/previews';

async function open(settings: Settings): Promise<Served> {
  const environment = { APP_DIR: 'dist/app', REQUIRE_CONSENT: '1', ...settings };
  const backend = await openTestBackend(environment, { previews });
  return { backend, origin: await listen(backend) };
}
