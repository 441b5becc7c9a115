import { configure, getConfig, prettyDOM } from '@testing-library/dom';
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest';
import { closeFakeShell } from './fake-shell.ts';
import { closePage, endSaving, saveUntilEnd } from './page-roots.ts';

configure({
  // The first picture of a run waits for the modules of the whole screen, and machines may be slow and busy.
  asyncUtilTimeout: 10_000,
  // While it waits the library looks again and again, and throws away what it says of all looks but the last; of its own it
  // would print the whole page into each. This replaces its function and does not call it: all files of a process share it.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as ReturnType<typeof getConfig> & {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    return new Error(isWaiting ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container) || ''}`);
  },
});

// The page stands on the backend's own origin, as in production. Each test begins with modules of its own: a page that is
// gone may have loaded some since, in a host that is gone too.
beforeEach(() => {
  vi.resetModules();
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

// Nothing takes a page that is gone off the window that it shares with the next one: each mutation and event would be heard by
// modules of all tests before.
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

// The next file runs in the same process and window: it begins with modules of its own, and without what this one has added.
afterAll(async () => {
  // One that is still loading would be among the next file's, loaded in the world of this one.
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
  // Before the cleanup below, which may need what a test stubbed; the configuration restores only before the next test.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closePage();
  endSaving();
  // A page that is gone would hear the pages of the next test as other tabs of its own.
  for (const channel of channels.splice(0)) channel.onmessage = null;
  for (const stop of listening.splice(0)) stop();
  closeFakeShell();
  localStorage.clear();
  sessionStorage.clear();
});
