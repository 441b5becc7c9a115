import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Message } from '../../../../src/i18n/message.ts';
import type { BridgeCall, BridgeMethod } from '../../../../src/platform/bridge/bridge-protocol.ts';
import type { Bridge } from '../../../../src/platform/bridge/bridge-type.ts';
import { openNativeBridge } from '../../../../src/platform/bridge/native-bridge.ts';
import { openFakeShell } from '../../../support/phone/fake-shell.ts';
import { hostileMessages } from '../../../support/phone/hostile-messages.ts';

const photo = btoa('\xff\xd8\xff\xe0');

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

/** Opens a shell that replies to a method with code 0 and these malformed data. */
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
  'a reply to %s that holds %j is a failure of its own kind, said in the words of the app',
  async (method, data) => {
    const { bridge, shown } = openMalformed(method, data);
    const call = bridge[method] as (...params: unknown[]) => Promise<unknown>;
    await expect(call(1, '')).rejects.toMatchObject({ name: 'BridgeError', failure: 'malformed' });
    expect(shown).toEqual(['bridge.malformed']);
  },
);

test.each([{}, { pictures: {} }, { pictures: [] }, null])(
  'a reply without pictures (%j) is a choice of nothing',
  async data => {
    const { bridge, shown } = openMalformed('importPicture', data);
    await expect(bridge.importPicture(1)).rejects.toMatchObject({ name: 'Cancelled' });
    expect(shown).toEqual([]);
  },
);

test.each([{ value: 5 }, { value: ['x'] }, 'text'])(
  'a cache that gives %j gives nothing, without a word',
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
