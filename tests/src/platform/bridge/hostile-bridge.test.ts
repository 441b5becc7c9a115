import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Message } from '../../../../src/i18n/message.ts';
import type { BridgeCall, BridgeMethod } from '../../../../src/platform/bridge/bridge-protocol.ts';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
import { openFakeShell } from '../../../support/fake-shell.ts';
import { hostileMessages } from '../../../support/hostile-messages.ts';

const photo = btoa('\xff\xd8\xff\xe0');

afterEach(() => {
  vi.useRealTimers();
});

test('10,000 hostile messages harm no honest call, and only texts are shown', async () => {
  const shown: Message[] = [];
  const shell = openFakeShell({ importPicture: () => null });
  const bridge = openNativeBridge(message => shown.push(message));

  for (const message of fc.sample(hostileMessages, { numRuns: 10_000, seed: 4 })) {
    const asked = shell.calls.length;
    const honest = asked % 100 === 0 || message.length % 100 === 0 ? bridge.importPicture(1) : null;
    window.tyyBridge?.receive(message);
    if (!honest) continue;
    reply(shell.calls[asked] as BridgeCall, { pictures: { 0: photo } });
    expect((await honest)[0]?.name).toBe('1_0.jpg');
  }

  expect(shell.calls.length).toBeGreaterThan(50);
  expect(shown.every(isShortText)).toBe(true);
});

/** Opens the app's side of a shell whose reply to a method succeeds and holds this. */
function openMalformed(method: BridgeMethod, malformed: unknown) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const shown: Message[] = [];
  openFakeShell({ [method]: () => ({ malformed }) });
  return { bridge: openNativeBridge(message => shown.push(message)), shown };
}

const notPictures = [{ pictures: 'abc' }, { pictures: 5 }, { pictures: true }, [1, 2], 'text', 7];
const notReceipts = [
  {},
  { receipt: 5 },
  { receipt: null },
  { receipt: {} },
  { receipt: ['r'] },
  null,
  'r',
  [],
];
const notLogins = [{}, { login_type: 'facebook' }, { token: 't' }, { login_type: 1, token: 't' }, null, 't'];

const malformedReplies: [keyof Bridge & BridgeMethod, unknown][] = [
  ...(['takePhoto', 'openAlbum', 'importPicture'] as const).flatMap(method =>
    notPictures.map((data): [typeof method, unknown] => [method, data]),
  ),
  ...(['pay', 'subscription', 'restore'] as const).flatMap(method =>
    notReceipts.map((data): [typeof method, unknown] => [method, data]),
  ),
  ...notLogins.map((data): ['login', unknown] => ['login', data]),
];

test.each(malformedReplies)(
  'a reply to %s that holds %j is a failure of its own kind, said in the words of the app',
  async (method, data) => {
    const { bridge, shown } = openMalformed(method, data);
    const call = bridge[method] as (...params: unknown[]) => Promise<unknown>;
    await expect(call(1, '')).rejects.toMatchObject({ name: 'BridgeError', failure: 'malformed' });
    expect(shown).toEqual(['bridge.malformed']);
  },
);

test.each([{}, { pictures: null }, { pictures: {} }, { pictures: [] }, null])(
  'a reply without pictures (%j) is a choice of nothing',
  async data => {
    const { bridge, shown } = openMalformed('importPicture', data);
    await expect(bridge.importPicture(1)).rejects.toMatchObject({ name: 'Cancelled' });
    expect(shown).toEqual([]);
  },
);

test.each([{ value: 5 }, { value: {} }, { value: ['x'] }, 'text', []])(
  'a cache that gives %j gives nothing, without a word',
  async data => {
    const { bridge, shown } = openMalformed('readCache', data);
    expect(await bridge.readCache('tyy.token').catch(() => null)).toBeNull();
    expect(shown).toEqual([]);
  },
);

test('10,000 calls without a reply cost their entries, block nobody, and are gone with the page', async () => {
  const shell = openFakeShell({ share: () => null, importPicture: () => null });
  const bridge = openNativeBridge(() => undefined);
  const before = heapUsed();

  let rejected = 0;
  for (let call = 0; call < 10_000; call++) {
    bridge
      .openShare(card)
      ?.then(handOver => handOver())
      .catch(() => rejected++);
  }
  await vi.waitFor(() => expect(shell.calls).toHaveLength(10_000));
  shell.calls.length = 0;
  expect((heapUsed() - before) / 10_000).toBeLessThan(3000);

  const honest = bridge.importPicture(1);
  reply(shell.calls[0] as BridgeCall, { pictures: { 0: photo } });
  expect(await honest).toHaveLength(1);

  window.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(rejected).toBe(10_000), 10_000);
  expect((heapUsed() - before) / 10_000).toBeLessThan(100);
});

test('1,000 cache calls without a reply are given up in time and leave nothing', async () => {
  vi.useFakeTimers();
  openFakeShell({ closeBannerAd: () => null });
  const bridge = openNativeBridge(() => undefined);
  const calls = Array.from({ length: 1000 }, () => bridge.closeBannerAd?.());
  const settled = Promise.allSettled(calls);
  vi.advanceTimersByTime(3000);
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

const isShortText = (message: Message) =>
  typeof message === 'object' && 'text' in message && message.text.length <= 200;

const card = { title: 'a', text: 'b', url: 'https://c.example/', image: 'https://c.example/d.jpg' };

function reply({ seq }: BridgeCall, data: object): void {
  window.tyyBridge?.receive(JSON.stringify({ seq, code: 0, message: '', data }));
}

/** Bytes that are in use once everything unreachable is gone. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
