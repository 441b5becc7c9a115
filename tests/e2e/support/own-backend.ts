import type { Fixtures } from '@playwright/test';
import type { TestBackend } from '../../server/support/backend.ts';
import type { Backends, Served, Settings } from './backends.ts';
import { test as base } from './story.ts';

export interface OwnBackend {
  settings: Settings;
  served: Served;
  backend: TestBackend;
}

/** Fixtures for a backend in the story's process that serves the built app. */
export const ownBackend: Fixtures<OwnBackend, object, object, Backends> = {
  settings: [{}, { option: true }],
  served: async ({ settings, backendWith }, use) => use(await backendWith(settings)),
  backend: async ({ served: { backend } }, use) => {
    const { clock, tryOnDrawer, generator } = backend;
    const { generate } = generator;
    const { findOthers } = tryOnDrawer;
    await use(backend);
    // Reset the backend, because the next test of this Playwright worker reuses it.
    clock.ahead = 0;
    tryOnDrawer.findOthers = findOthers;
    generator.generate = generate;
  },
};

interface Holding {
  /** Stops jobs from finishing until the returned function is called or the test ends. */
  pausePics: () => () => void;
}

/**
 * A test with the built app and a backend in this process, which makes plain pictures at once. The test can choose the
 * backend's settings and set its clock.
 */
export const test = base.extend<Holding & OwnBackend>({
  ...ownBackend,
  pausePics: async ({ backend: { generator } }, use) => {
    let letGo = () => {};
    await use(() => {
      const held = new Promise<void>(resolve => {
        letGo = resolve;
      });
      generator.beforeReturn = () => held;
      return letGo;
    });
    generator.beforeReturn = async () => {};
    letGo();
  },
  baseURL: async ({ served }, use) => use(served.origin),
});
