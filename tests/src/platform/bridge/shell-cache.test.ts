import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
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

test("the native app's cache returns what was saved", async () => {
  await bridge.writeCache('tyy.token', '"abc"');
  expect(await bridge.readCache('tyy.token')).toBe('"abc"');
  await bridge.deleteCache('tyy.token');
  expect(await bridge.readCache('tyy.token')).toBeNull();
});

test('a silent cache and a banner that does not close hold nobody up for more than 3 s', async () => {
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

test('a page that was suspended for longer than that still takes the reply', async () => {
  vi.useFakeTimers();
  let reply = () => {};
  shell.on(
    'readCache',
    () =>
      new Promise(resolve => {
        reply = () => resolve({ code: 0, data: { value: '"ann"' } });
      }),
  );
  const read = bridge.readCache('tyy.user');
  await vi.advanceTimersByTimeAsync(400);
  // A page that wakes up runs one tick, even if several were due.
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersToNextTimerAsync();
  reply();
  expect(await read).toBe('"ann"');
});

test('a cache that was silent once is asked all the same, but waited for only after it has replied', async () => {
  vi.useFakeTimers();
  shell.keepSilent('readCache');
  shell.keepSilent('writeCache');
  const first = Promise.allSettled([bridge.readCache('tyy.user')]);
  await vi.advanceTimersByTimeAsync(3000);
  await first;

  // No timers advance: the calls must not wait.
  await Promise.allSettled([bridge.writeCache('tyy.user', '"ann"'), bridge.readCache('tyy.user')]);
  expect(shell.calls.map(({ method }) => method)).toEqual(['readCache', 'writeCache', 'readCache']);

  shell.keepSilent('readCache', false);
  shell.cache.set('tyy.user', '"bob"');
  await Promise.allSettled([bridge.readCache('tyy.user')]);
  expect(await bridge.readCache('tyy.user')).toBe('"bob"');
});

test('what the shell did not take is read from the webview until it takes something again; other keys are not', async () => {
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

test('a shell that takes an earlier text late has not taken the later one', async () => {
  newPhone();
  let takeFirst = () => {};
  const first = new Promise<void>(resolve => {
    takeFirst = resolve;
  });
  shell.on('writeCache', async ({ value }) => {
    if (value !== '"first"') return { code: 5, message: '' };
    await first;
    shell.cache.set('tyy.user', value);
    return succeed({});
  });
  const written = bridge.writeCache('tyy.user', '"first"');
  await bridge.writeCache('tyy.user', '"second"');
  takeFirst();
  await written;

  expect(await bridge.readCache('tyy.user')).toBe('"second"');
});
