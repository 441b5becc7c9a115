import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { openNativeBridge } from '../../../src/platform/bridge-native.ts';
import { openFakeShell, type ShellCall } from '../../support/fake-shell.ts';
import { hostileMessages } from '../../support/hostile-messages.ts';

const photo = btoa('\xff\xd8\xff\xe0');

afterEach(() => {
  vi.useRealTimers();
});

test('10,000 hostile messages harm no honest call, and only texts are shown', async () => {
  const shown: unknown[] = [];
  const shell = openFakeShell(() => undefined);
  const bridge = openNativeBridge(message => shown.push(message));

  for (const message of fc.sample(hostileMessages, { numRuns: 10_000, seed: 4 })) {
    const asked = shell.calls.length;
    const honest = asked % 100 === 0 || message.length % 100 === 0 ? bridge.importPicture(1) : null;
    expect(() => window.tyyBridge?.receive(message)).not.toThrow();
    if (!honest) continue;
    reply(shell.calls[asked] as ShellCall, { pictures: { 0: photo } });
    expect((await honest)[0]?.name).toBe('1_0.jpg');
  }

  expect(shell.calls.length).toBeGreaterThan(50);
  expect(shown.every(text => typeof text === 'string' && text.length <= 200)).toBe(true);
  shell.close();
});

test.each([
  ['pictures that are none', { pictures: 'abc' }],
  ['pictures that are numbers', { pictures: { 0: 7 } }],
  ['a list in place of the data', [1, 2]],
])('a reply with %s is a choice of nothing', async (_, data) => {
  const shell = openFakeShell(() => ({ code: 0, data }));
  await expect(openNativeBridge(() => undefined).importPicture(1)).rejects.toThrow();
  shell.close();
});

test.each([{}, { receipt: 5 }, null, 'text'])(
  'a payment whose reply holds %j is not taken as paid',
  async data => {
    const shell = openFakeShell(() => ({ code: 0, data }));
    const bridge = openNativeBridge(() => undefined);
    await expect(bridge.pay?.('o1', '')).rejects.toMatchObject({ name: 'BridgeError' });
    await expect(bridge.login?.()).rejects.toMatchObject({ name: 'BridgeError' });
    expect(await bridge.readCache('tyy.token').catch(() => null)).toBeNull();
    shell.close();
  },
);

test('10,000 calls without an answer cost their entries, block nobody, and are gone with the page', async () => {
  const shell = openFakeShell(() => undefined);
  const bridge = openNativeBridge(() => undefined);
  const before = heapUsed();

  let rejected = 0;
  for (let call = 0; call < 10_000; call++) bridge.share(card).catch(() => rejected++);
  expect(shell.calls).toHaveLength(10_000);
  shell.calls.length = 0;
  expect((heapUsed() - before) / 10_000).toBeLessThan(3000);

  const honest = bridge.importPicture(1);
  reply(shell.calls[0] as ShellCall, { pictures: { 0: photo } });
  expect(await honest).toHaveLength(1);

  window.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(rejected).toBe(10_000));
  expect((heapUsed() - before) / 10_000).toBeLessThan(100);
  shell.close();
});

test('1,000 cache calls without an answer are given up in time and leave nothing', async () => {
  vi.useFakeTimers();
  const shell = openFakeShell(() => undefined);
  const bridge = openNativeBridge(() => undefined);
  const calls = Array.from({ length: 1000 }, () => bridge.closeBannerAd?.());
  const settled = Promise.allSettled(calls);
  vi.advanceTimersByTime(3000);
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  shell.close();
});

const card = { title: 'a', text: 'b', url: 'https://c.example/', image: 'https://c.example/d.jpg' };

function reply({ seq }: ShellCall, data: object): void {
  window.tyyBridge?.receive(JSON.stringify({ seq, code: 0, message: '', data }));
}

/** Bytes that are in use once everything unreachable is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
