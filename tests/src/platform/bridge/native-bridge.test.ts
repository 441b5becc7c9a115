import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '../../../../src/i18n/text-key.ts';
import type { BridgeCall, BridgeMethod } from '../../../../src/platform/bridge/bridge-protocol.ts';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
import { type FakeShell, openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';
import { hostileMessages } from '../../../support/phone/hostile-messages.ts';

let shell: FakeShell;
let bridge: Bridge;

beforeEach(() => {
  shell = openFakeShell();
  bridge = openNativeBridge(() => undefined);
});

const base64 = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
const jpeg = base64(0xff, 0xd8, 0xff, 0xe0, 0, 16);
const png = base64(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const webp = base64(0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50);
const heic = base64(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63);

test('imported pictures become files named by count and index, with the type that their first bytes show', async () => {
  const pictures = { '1': png, '0': `data:image/png;base64,${jpeg}`, '2': webp, '3': heic };
  shell.on('importPicture', () => succeed({ pictures }));
  const files = await bridge.importPicture(4);
  expect(files.map(({ name, type }) => `${name} ${type}`)).toEqual([
    '4_0.jpg image/jpeg',
    '4_1.png image/png',
    '4_2.webp image/webp',
    '4_3.heic image/heic',
  ]);
  expect(new Uint8Array(await files[0]!.arrayBuffer()).slice(0, 3)).toEqual(
    new Uint8Array([0xff, 0xd8, 0xff]),
  );
  expect(shell.calls[0]).toMatchObject({ method: 'importPicture', params: { count: 4 } });
});

test('a native app on an iPhone pays through the App Store, and on other phones through Google Play', () => {
  const payChannels = () => openNativeBridge(() => undefined).payChannels;
  expect(payChannels()).toEqual(['google-play']);
  vi.stubGlobal('webkit', {});
  expect(payChannels()).toEqual(['google-play']);
  vi.stubGlobal('webkit', { messageHandlers: { tyyShell: { postMessage() {} } } });
  expect(payChannels()).toEqual(['app-store']);
});

test('takePhoto returns one picture, openAlbum at most the requested number; an empty reply is a cancel', async () => {
  const three = succeed({ pictures: { '0': jpeg, '1': jpeg, '2': jpeg } });
  shell.on('takePhoto', () => three);
  shell.on('openAlbum', () => three);
  expect((await bridge.takePhoto!()).map(file => file.name)).toEqual(['1_0.jpg']);
  expect(await bridge.openAlbum!(2)).toHaveLength(2);
  shell.on('importPicture', () => succeed({ pictures: {} }));
  await expect(bridge.importPicture(3)).rejects.toMatchObject({ name: 'Cancelled' });
});

const photo = btoa('\xff\xd8\xff\xe0');

test('10,000 hostile messages from the native app disturb no real call, and show only short texts', async () => {
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

/** Opens a fake native app that replies to a method with code 0 and malformed data. */
function openMalformed(method: BridgeMethod, malformed: unknown) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const shown: Message[] = [];
  openFakeShell({ [method]: () => ({ malformed }) });
  return { bridge: openNativeBridge(message => shown.push(message)), shown };
}

const notPictures = [{ pictures: 'abc' }, { pictures: 5 }, [1, 2], 'text'];
const notReceipts = [{}, { receipt: 5 }, { receipt: null }, { receipt: ['r'] }, null, 'r'];
const notLogins = [{}, { login_type: 'facebook' }, { token: 't' }, { login_type: 1, token: 't' }, null];

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
  'a reply to %s with %j is malformed, and the app shows its own message',
  async (method, data) => {
    const { bridge, shown } = openMalformed(method, data);
    const call = bridge[method] as (...params: unknown[]) => Promise<unknown>;
    await expect(call(1, '')).rejects.toMatchObject({ name: 'BridgeError', failure: 'malformed' });
    expect(shown).toEqual(['bridge.malformed']);
  },
);

test.each([{}, { pictures: {} }, { pictures: [] }, null])(
  'a reply without pictures (%j) counts as cancelled',
  async data => {
    const { bridge, shown } = openMalformed('importPicture', data);
    await expect(bridge.importPicture(1)).rejects.toMatchObject({ name: 'Cancelled' });
    expect(shown).toEqual([]);
  },
);

test.each([{ value: 5 }, { value: ['x'] }, 'text'])(
  'if the cache returns %j, the app reads null and shows no message',
  async data => {
    const { bridge, shown } = openMalformed('readCache', data);
    expect(await bridge.readCache('tyy.token').catch(() => null)).toBeNull();
    expect(shown).toEqual([]);
  },
);

const isShortText = (message: Message) =>
  typeof message === 'object' && 'text' in message && message.text.length <= 200;

function reply({ seq }: BridgeCall, data: object): void {
  window.tyyBridge?.receive(JSON.stringify({ seq, code: 0, message: '', data }));
}
