import { configure, getConfig, prettyDOM } from '@testing-library/dom';
import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest';
import { closePage, endSaving, saveUntilEnd } from './page-roots.ts';
import { closeFakeShell } from './phone/fake-shell.ts';

configure({
  // Wait long, because a run's first render loads all modules of the screen, and machines may be busy.
  asyncUtilTimeout: 10_000,
  // Print the page only into the last error, because the library's default prints it into the error of each attempt.
  // Do not wrap the configured function, because all files in a process share it and would wrap it repeatedly.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as ReturnType<typeof getConfig> & {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    return new Error(isWaiting ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container) || ''}`);
  },
});

// Give the page the backend's origin, as in production. Start each test with new modules, because a closed page may
// have loaded modules for another host.
beforeEach(() => {
  vi.resetModules();
  window.happyDOM.setURL(`${inject('backend')}/tyy/`);
});

// The settings that the sandbox's backend writes into the page.
globalThis.appSettings = { loginDialogUrl: '/sandbox/login', adRewardSecret: 'tyy-sandbox-ad-secret' };

// Record the channels to silence them after each test, because saves that are still running may send messages.
const channels: BroadcastChannel[] = [];
const NodeChannel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends NodeChannel {
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
};
const ownNames = new Set(Reflect.ownKeys(navigator));

// Record listeners to remove them after each test, because closed pages would still handle the shared window's events.
const listening: (() => void)[] = [];
const heard = [document, window].map(target => {
  const add = target.addEventListener;
  target.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
    listening.push(() => target.removeEventListener(type, ...rest));
    add.call(target, type, ...rest);
  };
  return { target, add };
});

// happy-dom loads no pictures, but reports each one as loaded.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false });

const { observe } = MutationObserver.prototype;
MutationObserver.prototype.observe = function (...what) {
  listening.push(() => this.disconnect());
  observe.apply(this, what);
};

// Restore the window and the modules, because the next test file runs in the same process and window.
afterAll(async () => {
  // Wait for modules that are still loading, because the next file would otherwise share modules that have this file's mocks.
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
  // Restore stubbed functions now, because the cleanup below may need them and Vitest restores them only before the
  // next test.
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closePage();
  endSaving();
  // Silence closed pages, which would treat the next test's pages as other tabs.
  for (const channel of channels.splice(0)) channel.onmessage = null;
  for (const stop of listening.splice(0)) stop();
  closeFakeShell();
  localStorage.clear();
  sessionStorage.clear();
});
