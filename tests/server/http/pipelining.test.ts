import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { listen, openTestBackend } from '../support/backend.ts';
import { folderForFile, forFile } from '../support/for-file.ts';
import { waitFor } from '../support/wait-for.ts';

let sockets: Socket[] = [];

const appDir = await folderForFile();
await mkdir(join(appDir, 'assets'));
await writeFile(join(appDir, 'index.html'), '<!doctype html><title>tyy</title>');
await writeFile(join(appDir, 'assets/large-abcdef12.js'), Buffer.alloc(20_000_000, 'x'));
const backend = await forFile(openTestBackend({ APP_DIR: appDir }));
await listen(backend);

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

async function connectAnd(text: string): Promise<Socket> {
  const { port } = backend.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`;
const last = 'connection: close\r\n';
const large = '/tyy/assets/large-abcdef12.js';

const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** Counts the open file descriptors of the large file in this process. */
async function timesOpen(): Promise<number> {
  const folder = '/proc/self/fd';
  const names = await Promise.all(
    (await readdir(folder)).map(name => readlink(join(folder, name)).catch(() => '')),
  );
  return names.filter(name => name.endsWith('large-abcdef12.js')).length;
}

test('pipelined requests, including HEAD and requests with a body, get their responses in order', async () => {
  const body = '{"login_type":"none"}';
  const post = `POST /v1/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const head = get('/healthz').replace('GET', 'HEAD');
  const socket = await connectAnd(get('/healthz') + get('/nope') + post + head + get('/tyy/', last));
  expect(statusesOf(await textOf(socket))).toEqual([200, 404, 400, 200, 200]);
});

const twoHosts = 'GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n';
const twoLengths = 'POST /v1/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 30\r\n\r\n{}';
const lengthAndChunks =
  'POST /v1/login HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
test.each([
  ['two Host headers', twoHosts + get('/healthz', last), [400, 200]],
  ['the same Host header twice', twoHosts.replace('Host: b', 'HOST: a') + get('/healthz', last), [400, 200]],
  ['two content lengths', twoLengths + get('/healthz'), [400]],
  ['a content length and chunks', lengthAndChunks + get('/healthz'), [400]],
  ['no Host header', `GET /healthz HTTP/1.1\r\n\r\n${get(large)}`, [400]],
])('a request with %s is refused, and the next request opens no file', async (_name, text, statuses) => {
  const socket = await connectAnd(text);
  expect(statusesOf(await textOf(socket))).toEqual(statuses);
  expect(await timesOpen()).toBe(0);
});

test('invalid bytes after a request add nothing to the previous response', async () => {
  const socket = await connectAnd(get(large));
  socket.pause();
  await waitFor('the file to be opened', async () => (await timesOpen()) === 1);
  socket.write('no request\r\n\r\n');
  expect(statusesOf(await textOf(socket).catch(() => ''))).not.toContain(400);
  await waitFor('the file to be closed', async () => (await timesOpen()) === 0);
});
