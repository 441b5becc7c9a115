import { configure, getConfig, prettyDOM } from '@testing-library/dom';
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest';
import { closePage, endSaving, saveUntilEnd } from './page-roots.ts';
import { closeFakeShell } from './phone/fake-shell.ts';

configure({
  // The first render of a run loads the modules of the whole screen, and machines may be slow and busy.
  asyncUtilTimeout: 10_000,
  // While the library waits, it creates an error for each attempt and drops all but the last. Its own function prints
  // the whole page into each error. This function replaces it without calling it, because all files of a process share
  // the configuration.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as ReturnType<typeof getConfig> & {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    return new Error(isWaiting ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container) || ''}`);
  },
});

// The page has the backend's own origin, as in production. Each test starts with new modules, because a closed page may
// have loaded modules for another host.
beforeEach(() => {
  vi.resetModules();
  window.happyDOM.setURL(`${inject('backend')}/tyy/`);
});

// Node would deliver messages after the file's page has closed, because running saves may still send some.
const channels: BroadcastChannel[] = [];
const NodeChannel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends NodeChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
const ownNames = new Set(Reflect.ownKeys(navigator));

// Listeners of closed pages stay on the shared window, so modules of earlier tests would handle each mutation and
// event.
const listening: (() => void)[] = [];
const heard = [document, window].map(target => {
  const add = target.addEventListener;
  target.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
    listening.push(() => target.removeEventListener(type, ...rest));
    add.call(target, type, ...rest);
  };
  return { target, add };
});

const { observe } = MutationObserver.prototype;
MutationObserver.prototype.observe = function (...what) {
  listening.push(() => this.disconnect());
  observe.apply(this, what);
};

// The next file runs in the same process and window; it must start with new modules and without this file's listeners.
afterAll(async () => {
  // A module that is still loading would be shared with the next file, but loaded under this file's mocks.
  await vi.dynamicImportSettled();
  saveUntilEnd((await import('../../src/platform/bridge/bridge.ts')).bridge);
  endSaving();
  globalThis.BroadcastChannel = NodeChannel;
  MutationObserver.prototype.observe = observe;
  for (const { target, add } of heard) target.addEventListener = add;
  for (const name of Reflect.ownKeys(navigator)) {
    if (!ownNames.has(name)) Reflect.deleteProperty(navigator, name);
  }
  Reflect.deleteProperty(window, 'WeixinJSBridge');
  globalThis.fakeIdb = undefined;
  vi.doUnmock('idb-keyval');
  vi.resetModules();
});

afterEach(async () => {
  // Before the cleanup below, which may need functions that a test stubbed; the configuration restores them only before
  // the next test.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closePage();
  endSaving();
  // A closed page would treat the pages of the next test as its other tabs.
  for (const channel of channels.splice(0)) channel.onmessage = null;
  for (const stop of listening.splice(0)) stop();
  closeFakeShell();
  localStorage.clear();
  sessionStorage.clear();
});
