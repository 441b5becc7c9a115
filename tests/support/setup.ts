import { configure } from '@testing-library/dom';
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest';
import { closeFakeShell } from './fake-shell.ts';
import { closePage } from './page-roots.ts';

// The first picture of a run waits for the modules of the whole screen, and machines may be slow and busy.
configure({ asyncUtilTimeout: 10_000 });

// The page stands on the backend's own origin, as in production.
beforeEach(() => {
  window.happyDOM.setURL(`${inject('backend')}/tyy/`);
});

// Node would go on handing out messages when the page of the file has gone; what is being saved may still send some.
const channels: BroadcastChannel[] = [];
const NodeChannel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends NodeChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
const ownNames = new Set(Reflect.ownKeys(navigator));

// The next file runs in the same process and window: it begins with modules of its own, and without what this one has added.
afterAll(() => {
  for (const channel of channels) channel.onmessage = null;
  globalThis.BroadcastChannel = NodeChannel;
  for (const name of Reflect.ownKeys(navigator)) {
    if (!ownNames.has(name)) Reflect.deleteProperty(navigator, name);
  }
  Reflect.deleteProperty(window, 'WeixinJSBridge');
  globalThis.fakeIdb?.clear();
  vi.resetModules();
});

afterEach(async () => {
  // Before the cleanup below, which may need what a test stubbed; the configuration restores only before the next test.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closePage();
  closeFakeShell();
  localStorage.clear();
  sessionStorage.clear();
});
