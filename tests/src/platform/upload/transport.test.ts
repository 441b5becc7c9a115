import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../../src/platform/upload/sha256-hex.ts';
import { transport } from '../../../../src/platform/upload/transport.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a server on 127.0.0.1; returns its address. */
async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    handler?.(request, response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an upload request without a response times out', async () => {
  const address = await serve(request => request.resume());
  const sent = transport.request(address, { method: 'POST', headers: {}, content: 'a', timeout: 50 });

  await expect(sent).rejects.toMatchObject({ name: 'ConnectionTimeoutError', status: -2 });
});

test('a broken connection rejects with status -1, which makes the SDK retry', async () => {
  const address = await serve(request => request.socket.destroy());
  const sent = transport.request(address, { method: 'POST', headers: {}, content: 'a', timeout: 5000 });
  await expect(sent).rejects.toMatchObject({ name: 'RequestError', status: -1 });
});

// The time limit is four times the pause, because a busy machine may be late.
test('the time limit starts again with each piece of a response', async () => {
  const address = await serve(async (request, response) => {
    request.resume();
    for (let pieces = 0; pieces < 5; pieces++) {
      response.write('piece');
      await new Promise(resolve => setTimeout(resolve, 500));
    }
    response.end();
  });
  const request = { method: 'POST', headers: {}, content: 'a', timeout: 2000 };
  expect(await transport.request(address, request)).toMatchObject({ status: 200 });
});

/** Dispatches an upload event when a request is sent, because happy-dom sends no such events. */
function tellOfUpload(type: 'progress' | 'load', init?: ProgressEventInit): void {
  const send = XMLHttpRequest.prototype.send;
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    send.call(this, body);
    this.upload.dispatchEvent(new ProgressEvent(type, init));
  });
}

test('the upload transport reports sent bytes to onProgress', async () => {
  const address = await serve((_, response) => response.end());
  tellOfUpload('progress', { loaded: 1, total: 2 });
  const onProgress = vi.fn();
  const request = { method: 'POST', headers: {}, content: 'ab', timeout: 5000 };

  await transport.request(address, { ...request, ctx: { onProgress } });
  expect(onProgress.mock.calls).toEqual([[1, 2]]);
  expect(await transport.request(address, request)).toMatchObject({ status: 200 });
});

test('the time limit for a response grows with the bytes sent, for slow connections', async () => {
  const address = await serve((_, response) => setTimeout(() => response.end(), 300));
  tellOfUpload('load');
  const content = new Uint8Array(6_250 * 60);
  expect(
    await transport.request(address, { method: 'POST', headers: {}, content, timeout: 100 }),
  ).toMatchObject({
    status: 200,
  });
});

type Connection = typeof import('../../../../src/platform/upload/connection.ts');
let connection: Connection;

beforeEach(async () => {
  vi.resetModules();
  connection = await import('../../../../src/platform/upload/connection.ts');
});

/** Simulates `atOnce` parallel uploads, each with this many bytes in this many seconds. */
function upload(bytes: number, seconds: number, atOnce = 1): void {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  const ends = Array.from({ length: atOnce }, () => connection.startMeasuring(bytes));
  now.mockReturnValue(seconds * 1000);
  for (const end of ends) end();
}

test('a connection does not count as slow before 64 kB have been measured', () => {
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([false, false]);
  upload(64 * 1024 - 1, 60);
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([false, false]);
});

test.each([
  ['of exactly 200 kbit/s', 100_000, 4, 1, false],
  ['of less than 200 kbit/s', 100_000, 4.1, 1, true],
  ['that is too fast for the clock', 64 * 1024, 0, 1, false],
  ['that two uploads share', 75_000, 4, 2, true],
])('the speed of a connection %s is measured', (_, bytes, seconds, atOnce, isSlow) => {
  upload(bytes, seconds, atOnce);
  expect([connection.isConnectionKnown(), connection.isSlowConnection()]).toEqual([true, isSlow]);
});

test('sha256Hex returns the SHA-256 digest of a text or bytes in lower-case hexadecimal', async () => {
  for (const text of ['', 'abc', '1700000000abcdefghijsecret', '写真 ✓']) {
    const expected = createHash('sha256').update(text).digest('hex');
    expect(await sha256Hex(text)).toBe(expected);
    expect(await sha256Hex(new TextEncoder().encode(text))).toBe(expected);
  }
});

test('sha256Hex returns the same digest on plain http, where browsers have no crypto.subtle', async () => {
  vi.stubGlobal('crypto', {});
  expect(await sha256Hex('abc')).toBe(createHash('sha256').update('abc').digest('hex'));
});

test('sha256Hex uses the browser’s own digest if WebAssembly fails', async () => {
  vi.stubGlobal('WebAssembly', { compile: () => Promise.reject(new RangeError('Out of memory')) });
  const abc = createHash('sha256').update('abc').digest('hex');
  expect(await sha256Hex('abc')).toBe(abc);
  expect(await sha256Hex('abc')).toBe(abc);
});
