import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
import { later } from '../../../support/later.ts';
import { type FakeShell, openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';

let shell: FakeShell;
let bridge: Bridge;

beforeEach(() => {
  shell = openFakeShell();
  bridge = openNativeBridge(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

test('the app waits at most 3 s for a native app that does not reply about its cache or its banner', async () => {
  vi.useFakeTimers();
  for (const method of ['readCache', 'writeCache', 'deleteCache', 'closeBannerAd'] as const)
    shell.keepSilent(method);
  const settled = Promise.allSettled([
    bridge.readCache('tyy.user'),
    bridge.writeCache('tyy.user', '1'),
    bridge.deleteCache('tyy.user'),
    bridge.closeBannerAd!(),
  ]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await settled).toHaveLength(4);
});

test('a page that was suspended for longer than the time limit still accepts a reply from the cache', async () => {
  vi.useFakeTimers();
  const reply = later();
  shell.on('readCache', () => reply.promise.then(() => succeed({ value: '"ann"' })));
  const read = bridge.readCache('tyy.user');
  await vi.advanceTimersByTimeAsync(400);
  // Run one tick, because a page that wakes up runs only one of several due ticks.
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersToNextTimerAsync();
  reply.resolve();
  expect(await read).toBe('"ann"');
});

test('after one timeout, the app still sends calls to the native cache, but does not wait until the cache replies again', async () => {
  vi.useFakeTimers();
  shell.keepSilent('readCache');
  shell.keepSilent('writeCache');
  const first = Promise.allSettled([bridge.readCache('tyy.user')]);
  await vi.advanceTimersByTimeAsync(3000);
  await first;

  // Do not advance timers, because these calls must not wait.
  await Promise.allSettled([bridge.writeCache('tyy.user', '"ann"'), bridge.readCache('tyy.user')]);
  expect(shell.calls.map(({ method }) => method)).toEqual(['readCache', 'writeCache', 'readCache']);

  shell.keepSilent('readCache', false);
  shell.cache.set('tyy.user', '"bob"');
  await Promise.allSettled([bridge.readCache('tyy.user')]);
  expect(await bridge.readCache('tyy.user')).toBe('"bob"');
});

test('if the native app refuses to save a value, the page reads its own copy until the native app accepts the key', async () => {
  newPhone();
  shell.cache.set('tyy.user', '"old"');
  shell.cache.set('tyy.job', '"here"');
  shell.refuseNext('writeCache', { code: 5, message: '' });
  await bridge.writeCache('tyy.user', '"new"');
  expect(await bridge.readCache('tyy.user')).toBe('"new"');
  expect(await bridge.readCache('tyy.job')).toBe('"here"');

  await bridge.writeCache('tyy.user', '"newer"');
  shell.cache.set('tyy.user', '"newest"');
  expect(await bridge.readCache('tyy.user')).toBe('"newest"');
});

test('a late success of an earlier write does not hide a later value that the native app refused', async () => {
  newPhone();
  const first = later();
  shell.on('writeCache', async ({ value }) => {
    if (value !== '"first"') return { code: 5, message: '' };
    await first.promise;
    shell.cache.set('tyy.user', value);
    return succeed({});
  });
  const written = bridge.writeCache('tyy.user', '"first"');
  await bridge.writeCache('tyy.user', '"second"');
  first.resolve();
  await written;

  expect(await bridge.readCache('tyy.user')).toBe('"second"');
});
