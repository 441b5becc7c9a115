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
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
afterAll(() => {
  for (const channel of channels) channel.onmessage = null;
});

afterEach(async () => {
  // Before what follows, which may need what a test took away; the configuration does it before the next test only.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closePage();
  closeFakeShell();
  localStorage.clear();
  sessionStorage.clear();
});
