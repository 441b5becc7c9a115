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
    // The worker's next story reuses the backend.
    clock.ahead = 0;
    tryOnDrawer.findOthers = findOthers;
    generator.generate = generate;
  },
};

interface Holding {
  /** Holds the pictures of jobs. The returned function releases them; so does the end of the story. */
  pausePics: () => () => void;
}

/**
 * A story of the built app with a backend in this process. The story can choose the backend's settings and set its
 * clock; the backend makes plain pictures at once.
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
