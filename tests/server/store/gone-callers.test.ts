import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signed } from '../../../scripts/attack/store-caller.ts';
import { uploadLimits } from '../../../server/store/oss/upload-limits.ts';
import { waitFor } from '../support/wait-for.ts';
import { bucket, type OssWorld, openOssWorld, openRows, type Rows } from './oss-world.ts';

const prefixOf = (user: number) => `photos/${user}/`;

let rows: Rows;
let world: OssWorld;
beforeAll(async () => {
  rows = await openRows();
});
afterAll(() => rows.close());
beforeEach(async () => {
  world = await openOssWorld(rows);
});
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

interface Sent {
  user?: number;
  method: string;
  query?: Record<string, string>;
  length?: number;
  body?: string;
}

/** Sends a request as it is, and returns its connection. */
async function send({ user = 7, method, query = {}, length = 0, body = '' }: Sent): Promise<Socket> {
  const prefix = prefixOf(user);
  const { path, headers } = signed(
    { ...world.issue(prefix), bucket, prefix },
    { method, name: 'a.jpg', query },
  );
  const { host, hostname, port } = new URL(world.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  const all = { host, 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

const begun = () => world.db.query.selectFrom('begun_uploads').selectAll().execute();

/** How many uploads have been counted, which is what happens before their bodies are read. */
async function counted(): Promise<number> {
  const all = await world.db.query.selectFrom('upload_counts').select('files').execute();
  return all.reduce((sum, { files }) => sum + files, 0);
}

/** Holds what a method of the store found until it is let go; `isHeld` once it was called. */
function hold(target: object, name: string) {
  const methods = target as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const method = methods[name]!.bind(target);
  const held = { isHeld: false, letGo: () => {} };
  const gate = new Promise<void>(resolve => {
    held.letGo = resolve;
  });
  methods[name] = async (...args) => {
    try {
      return await method(...args);
    } finally {
      held.isHeld = true;
      await gate;
    }
  };
  return held;
}

/** Makes a request whose caller hangs up in the middle of what is done for it. */
async function hangUp(request: Sent, target: object, name: string): Promise<void> {
  const held = hold(target, name);
  const socket = await send(request);
  await waitFor('the request', () => held.isHeld);
  socket.destroy();
  await waitFor('the server to see it', async () => (await world.connections()) === 0);
  held.letGo();
}

test('a caller who hangs up while an upload begins leaves none', async () => {
  await hangUp({ method: 'POST', query: { uploads: '' } }, world.uploads, 'initiate');
  await waitFor('its end', async () => (await begun()).length === 0);
  expect(world.logged).toEqual([]);
});

test('a caller who hangs up while an empty photo is kept is no fault of the server', async () => {
  await hangUp({ method: 'PUT' }, world.store, 'room');
  await waitFor('the photo', async () => (await world.store.head(`${prefixOf(7)}a.jpg`)) !== null);
  expect(world.logged).toEqual([]);
});

test.each([
  ['parts are listed', 'GET', 'list'],
  ['an upload is taken back', 'DELETE', 'abort'],
])('a caller who hangs up while %s counts until it is done, and no longer', async (_, method, name) => {
  const request = { method, query: { uploadId: 'A' } };
  for (let count = 0; count < 2 * uploadLimits.atOnce; count += 1) {
    await hangUp(request, world.uploads, name);
  }
  const socket = await send(request);
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('NoSuchUpload');
  socket.destroy();
  expect(world.logged).toEqual([]);
});

test('a body that crawls is not waited for, one of a slow line is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  const length = 100_000;
  const crawling = await send({ method: 'PUT', length, body: 'x' });
  const slow = await send({ method: 'PUT', length, body: 'x'.repeat(50_000) });
  await vi.waitUntil(async () => (await counted()) === 2);
  vi.advanceTimersByTime(uploadLimits.grace + 2_000);
  await once(crawling, 'close');
  expect(slow.destroyed).toBe(false);
  slow.write('x'.repeat(50_000));
  const [response] = await once(slow, 'data');
  expect(String(response)).toMatch(/^HTTP\/1.1 200/);
});

test('uploads that fill all places make way for another user, and not for one who has as many', async () => {
  const users = uploadLimits.atOnceOfAll / uploadLimits.atOnce;
  const sockets: Socket[] = [];
  for (let index = 0; index < uploadLimits.atOnceOfAll; index += 1) {
    sockets.push(await send({ user: index % users, method: 'PUT', length: 1000, body: 'x' }));
  }
  await waitFor('all of them', async () => (await counted()) === uploadLimits.atOnceOfAll);
  const photo = Buffer.from('a photo');
  await world.client(world.issue(prefixOf(users))).put(`${prefixOf(users)}a.jpg`, photo);
  expect(sockets.filter(socket => socket.destroyed)).toHaveLength(1);
  const again = world.client(world.issue(prefixOf(users - 1)));
  await expect(again.put(`${prefixOf(users - 1)}a.jpg`, photo)).rejects.toMatchObject({ status: 503 });
  for (const socket of sockets) socket.destroy();
});
