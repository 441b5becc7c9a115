import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The page's view of a service worker. */
class Worker extends EventTarget {
  state = 'installing';
  scriptURL = `${location.origin}/tyy/service-worker.js`;
  messages: unknown[] = [];

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

let registration: EventTarget & { installing: Worker | null; waiting: Worker | null; active: Worker | null };
let container: EventTarget & { controller: Worker | null };
let offers: (() => void)[];

beforeEach(() => {
  offers = [];
  registration = Object.assign(new EventTarget(), { installing: null, waiting: null, active: null });
  container = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** Installs a worker that waits unusually long before it becomes active, as in Firefox. */
async function installSlowly(): Promise<Worker> {
  const { watchVersions } = await import('../../../src/platform/service-worker.ts');
  await watchVersions({ onOffer: take => offers.push(take), onReplaced() {} });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const worker = new Worker();
  registration.installing = worker;
  registration.dispatchEvent(new Event('updatefound'));
  registration.installing = null;
  registration.waiting = worker;
  worker.become('installed');
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  return worker;
}

test('the first service worker of a browser is no new version, however long it waits', async () => {
  await installSlowly();

  expect(offers).toEqual([]);
});

test('a worker that waits behind another is offered, and takes its place when the user says so', async () => {
  container.controller = new Worker();
  const worker = await installSlowly();

  expect(offers).toHaveLength(1);
  offers[0]?.();
  expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }]);
});
