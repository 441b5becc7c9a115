import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { limitConnections } from '../../../../server/http/limits/limit-connections.ts';

let app: FastifyInstance;
let sockets: Socket[];
/** Functions that end the open requests. */
let running: (() => void)[];

async function open(limits: { inAll: number; ofOne: number }, isBehindProxy = false): Promise<void> {
  app = Fastify(limitConnections({ isBehindProxy, keepAlive: 72, limits }));
  sockets = [];
  running = [];
  app.get('/slow', () => new Promise(resolve => running.push(() => resolve({}))));
  app.get('/', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(async () => {
  for (const end of running) end();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Opens a connection and sends this text once the server has accepted it. */
async function connectAnd(text = ''): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const isKnown = once(app.server, 'connection');
  await once(socket, 'connect');
  await isKnown;
  if (text) socket.write(text);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
/** Resolves when the connection is closed or reset. */
const ended = (socket: Socket) =>
  new Promise<void>(resolve => (socket.closed ? resolve() : socket.once('close', () => resolve())));

test('if connections run out, the longest idle one is closed, never one with a running request', async () => {
  await open({ inAll: 3, ofOne: 3 });
  const busy = await connectAnd(get('/slow'));
  await vi.waitFor(() => expect(running).toHaveLength(1));
  const half = await connectAnd('GET / HTTP/1.1\r\nhost: ');
  const silent = await connectAnd();
  const fresh = await connectAnd(get('/'));
  expect(String((await once(fresh, 'data'))[0])).toMatch(/ 200 [\s\S]*keep-alive: timeout=72/i);
  half.resume();
  await ended(half);
  expect([busy.closed, silent.closed]).toEqual([false, false]);

  // The silent connection is closed next, because it is idle for longer than the one that got a response.
  await connectAnd();
  silent.resume();
  await ended(silent);
  expect(fresh.closed).toBe(false);
  running[0]!();
  expect(String((await once(busy, 'data'))[0])).toMatch(/ 200 /);
});

test('while all connections are busy, a new connection is closed; it is accepted after a request ends', async () => {
  await open({ inAll: 2, ofOne: 2 });
  await connectAnd(get('/slow'));
  await connectAnd(get('/slow'));
  await vi.waitFor(() => expect(running).toHaveLength(2));
  const third = await connectAnd();
  third.resume();
  await ended(third);
  running[0]!();
  await once(sockets[0]!, 'data');
  await vi.waitFor(async () => {
    const next = await connectAnd(get('/'));
    const [response] = await Promise.race([once(next, 'data'), once(next, 'close')]);
    expect(String(response)).toMatch(/ 200 /);
  });
});

test.each([false, true])(
  'the number of connections per address is limited unless a proxy is in front (%s)',
  async isBehindProxy => {
    await open({ inAll: 10, ofOne: 2 }, isBehindProxy);
    const [first, , last] = [await connectAnd(), await connectAnd(), await connectAnd(get('/'))];
    expect(String((await once(last!, 'data'))[0])).toMatch(/ 200 /);
    if (isBehindProxy) return expect(first!.closed).toBe(false);
    first!.resume();
    await ended(first!);
  },
);

test('if Node itself refuses a request, the next request on the same connection is not handled', async () => {
  await open({ inAll: 3, ofOne: 3 });
  const odd = get('/').replace('\r\n\r\n', '\r\nexpect: a miracle\r\n\r\n');
  const socket = await connectAnd(odd + get('/slow'));
  expect(String((await once(socket, 'data'))[0])).toMatch(/ 417 /);
  await ended(socket);
  expect(running).toHaveLength(0);
});
