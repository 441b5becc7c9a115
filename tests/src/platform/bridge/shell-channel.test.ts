import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '../../../../src/i18n/text-key.ts';
import { BridgeError } from '../../../../src/platform/bridge/bridge-error.ts';
import type { BridgeCall } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { openShellChannel, type ShellRequest } from '../../../../src/platform/bridge/shell-channel.ts';
import { closeFakeShell } from '../../../support/phone/fake-shell.ts';

let sent: BridgeCall[];
let shown: Message[];
let request: ShellRequest;

const order = { order_id: 'o1', payment: '' };
const card = { title: 'a', text: 'b', url: 'https://c/', image: 'https://d/' };

/** Returns the `seq` of the sent call with this index. */
const seqOf = (place: number) => sent[place]?.seq ?? 0;
const receive = (reply: unknown) =>
  window.tyyBridge?.receive(typeof reply === 'string' ? reply : JSON.stringify(reply));

beforeEach(() => {
  sent = [];
  shown = [];
  window.tyyShell = { postMessage: json => sent.push(JSON.parse(json)) };
  request = openShellChannel(message => shown.push(message));
});
afterEach(() => {
  vi.useRealTimers();
});

test('a call sends a sequence number, a method and parameters, and resolves with the data of its own reply', async () => {
  const [first, second] = [request('readCache', { key: 'a' }), request('readCache', { key: 'b' })];
  expect(sent).toEqual([
    { seq: expect.any(Number), method: 'readCache', params: { key: 'a' } },
    { seq: seqOf(0) + 1, method: 'readCache', params: { key: 'b' } },
  ]);
  receive({ seq: seqOf(1), code: 0, message: '', data: { value: 'of b' } });
  receive({ seq: seqOf(0), code: 0, data: { value: 'of a' } });
  expect([await first, await second]).toEqual([{ value: 'of a' }, { value: 'of b' }]);
});

test('a reply with a code other than 0 shows its message, and the call rejects with the code', async () => {
  const reply = request('pay', order);
  receive({ seq: seqOf(0), code: 6001, message: 'Payment was cancelled' });
  await expect(reply).rejects.toMatchObject({ name: 'BridgeError', failure: 'refused', code: 6001 });
  expect(shown).toEqual([{ text: 'Payment was cancelled' }]);
});

test.each([
  ['importPicture', 5, 'bridge.failed.photos'],
  ['takePhoto', 404, 'bridge.failed.photos'],
  ['savePicture', 5, 'bridge.failed.save'],
  ['share', 5, 'bridge.failed.share'],
  ['login', 404, 'bridge.failed.login'],
  ['showRewardedAd', 2, 'bridge.failed.ad'],
] as const)('a refusal of %s with code %i and no message says what failed', async (method, code, words) => {
  for (const message of ['', '  ', undefined]) {
    const reply = request(method as 'login');
    receive({ seq: seqOf(sent.length - 1), code, message });
    await expect(reply).rejects.toMatchObject({ failure: 'refused', code });
  }
  expect(shown).toEqual([words, words, words]);
});

test.each([
  ['importPicture', 1],
  ['importPicture', 404],
  ['login', 1],
  ['readCache', 5],
  ['closeBannerAd', 5],
  ['showFullScreenAd', 2],
] as const)('%s with code %i and no message shows nothing', async (method, code) => {
  const reply = request(method as 'login');
  receive({ seq: seqOf(0), code, message: '' });
  await expect(reply).rejects.toMatchObject({ failure: 'refused', code });
  expect(shown).toEqual([]);
});

test('if the native app cannot receive a call, a message says what failed', async () => {
  window.tyyShell = {
    postMessage() {
      throw new Error('gone');
    },
  };
  await expect(request('savePicture', { url: 'https://a/' })).rejects.toMatchObject({
    failure: 'unreachable',
  });
  expect(shown).toEqual(['bridge.failed.save']);
});

test('a reply with invalid JSON shows an error, and its call keeps waiting', async () => {
  const reply = request('login');
  receive(`{"seq": ${seqOf(0)}, "code": 0`);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ text: expect.stringContaining('JSON') });
  receive({ seq: seqOf(0), code: 0, data: { login_type: 'facebook', token: 'x' } });
  expect(await reply).toEqual({ login_type: 'facebook', token: 'x' });
});

test('a reply with an unknown or repeated sequence number is ignored', async () => {
  const reply = request('share', card);
  receive({ seq: seqOf(0) + 98, code: 5, message: 'not ours' });
  receive('null');
  receive({ seq: seqOf(0), code: 0 });
  receive({ seq: seqOf(0), code: 5, message: 'again' });
  expect(await reply).toEqual({});
  expect(shown).toEqual([]);
});

test('a call without user interaction times out after 3 s, and its late reply is ignored', async () => {
  vi.useFakeTimers();
  const reply = request('closeBannerAd');
  const message = 'closeBannerAd had no reply';
  const given = expect(reply).rejects.toMatchObject({ failure: 'timeout', message });
  vi.advanceTimersByTime(2999);
  vi.advanceTimersByTime(1);
  await given;
  receive({ seq: seqOf(0), code: 5, message: 'too late' });
  expect(shown).toEqual([]);
});

test('a call with user interaction has no time limit', async () => {
  vi.useFakeTimers();
  const reply = request('pay', order);
  vi.advanceTimersByTime(60 * 60 * 1000);
  receive({ seq: seqOf(0), code: 0, data: { receipt: 'r' } });
  expect(await reply).toEqual({ receipt: 'r' });
});

test('on iOS, calls are sent to the webkit message handler', () => {
  const toIos: string[] = [];
  window.webkit = { messageHandlers: { tyyShell: { postMessage: json => toIos.push(json) } } };
  request('takePhoto').catch(() => undefined);
  expect(toIos.map(json => JSON.parse(json))).toEqual([
    { seq: expect.any(Number), method: 'takePhoto', params: {} },
  ]);
  expect(sent).toEqual([]);
});

test('without a native app, a call rejects at once', async () => {
  closeFakeShell();
  await expect(request('login')).rejects.toBeInstanceOf(BridgeError);
  const message = 'The native app is not there';
  await expect(request('login')).rejects.toMatchObject({ failure: 'unreachable', message });
});

test('a reply with a code that is not a number is treated as malformed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const code of ['0', null, undefined, 'no']) {
    const reply = request('login');
    receive({ seq: seqOf(sent.length - 1), code, message: 'not shown' });
    await expect(reply).rejects.toMatchObject({ failure: 'malformed', message: 'code is not a number' });
  }
  expect(shown).toEqual(Array(4).fill('bridge.malformed'));
});

test('a page ignores a late reply to a call from the previous page', async () => {
  request('share', card).catch(() => undefined);
  const beforeSeq = seqOf(0);
  const after = openShellChannel(message => shown.push(message))('share', card);
  expect(seqOf(1)).not.toBe(beforeSeq);
  receive({ seq: beforeSeq, code: 5, message: 'for the page before' });
  receive({ seq: seqOf(1), code: 0 });
  expect(await after).toEqual({});
  expect(shown).toEqual([]);
});

test('when the user leaves the page, all pending calls reject without a message', async () => {
  const calls = [request('pay', order), request('share', card), request('login')];
  const settled = Promise.allSettled(calls);
  window.dispatchEvent(new Event('pagehide'));
  const left = { status: 'rejected', reason: { failure: 'page-left', message: 'The page was left' } };
  expect(await settled).toMatchObject([left, left, left]);
  receive({ seq: seqOf(0), code: 5, message: 'too late' });
  expect(shown).toEqual([]);
});
