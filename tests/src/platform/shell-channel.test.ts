import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BridgeError, openShellChannel, type ShellRequest } from '../../../src/platform/shell-channel.ts';

let sent: { seq: number; method: string; params: object }[];
let shown: string[];
let request: ShellRequest;

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
  delete window.tyyShell;
  delete window.webkit;
  delete window.tyyBridge;
});

test('a call goes out as sequence number, method and parameters, and code 0 resolves with the data', async () => {
  const answer = request('importPicture', { count: 4 });
  expect(sent).toEqual([{ seq: 1, method: 'importPicture', params: { count: 4 } }]);
  receive({ seq: 1, code: 0, message: '', data: { pictures: {} } });
  expect(await answer).toEqual({ pictures: {} });
});

test('answers find their calls in any order', async () => {
  const [first, second] = [request('readCache', { key: 'a' }), request('readCache', { key: 'b' })];
  receive({ seq: 2, code: 0, data: { value: 'of b' } });
  receive({ seq: 1, code: 0, data: { value: 'of a' } });
  expect([await first, await second]).toEqual([{ value: 'of a' }, { value: 'of b' }]);
});

test('any other code shows the message and rejects with the code', async () => {
  const answer = request('pay');
  receive({ seq: 1, code: 6001, message: 'Payment was cancelled' });
  await expect(answer).rejects.toMatchObject({ name: 'BridgeError', code: 6001 });
  expect(shown).toEqual(['Payment was cancelled']);
});

test('an answer that does not parse is shown as an error and settles nothing', async () => {
  const answer = request('login');
  receive('{"seq": 1, "code": 0');
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatch(/JSON/);
  receive({ seq: 1, code: 0, data: { token: 'x' } });
  expect(await answer).toEqual({ token: 'x' });
});

test('an unknown or repeated sequence number is ignored', async () => {
  const answer = request('share');
  receive({ seq: 99, code: 5, message: 'not ours' });
  receive('null');
  receive({ seq: 1, code: 0, data: { first: true } });
  receive({ seq: 1, code: 5, message: 'again' });
  expect(await answer).toEqual({ first: true });
  expect(shown).toEqual([]);
});

test('a call with a limit is given up in time, and a late answer to it is ignored', async () => {
  vi.useFakeTimers();
  const answer = request('closeBannerAd', {}, 3000);
  const given = expect(answer).rejects.toBeInstanceOf(BridgeError);
  vi.advanceTimersByTime(2999);
  vi.advanceTimersByTime(1);
  await given;
  receive({ seq: 1, code: 5, message: 'too late' });
  expect(shown).toEqual([]);
});

test('a call that waits for a person waits as long as they need', async () => {
  vi.useFakeTimers();
  const answer = request('pay');
  vi.advanceTimersByTime(60 * 60 * 1000);
  receive({ seq: 1, code: 0, data: { receipt: 'r' } });
  expect(await answer).toEqual({ receipt: 'r' });
});

test("the iOS shell's handler is used where it exists", () => {
  const toIos: string[] = [];
  window.webkit = { messageHandlers: { tyyShell: { postMessage: json => toIos.push(json) } } };
  request('takePhoto').catch(() => undefined);
  expect(toIos).toEqual(['{"seq":1,"method":"takePhoto","params":{}}']);
  expect(sent).toEqual([]);
});

test('without a native app a call rejects instead of waiting for ever', async () => {
  delete window.tyyShell;
  await expect(request('login')).rejects.toBeInstanceOf(BridgeError);
});
