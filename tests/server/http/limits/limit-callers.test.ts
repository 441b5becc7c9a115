import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '../../../../server/http/caller.ts';
import { limitCallers } from '../../../../server/http/limits/limit-callers.ts';
import { sendRefusal } from '../../../../server/http/refusals.ts';

let app: FastifyInstance;
/** Functions that end the running calls, in the order of their start. */
let running: (() => void)[];
/** The number of endless responses that have started. */
let begun: number;

beforeEach(async () => {
  running = [];
  begun = 0;
  app = Fastify({ trustProxy: true });
  app.setErrorHandler(sendRefusal);
  app.decorateRequest('userId', null);
  const limit = limitCallers(100_000);
  for (const path of ['/calls', '/pages']) {
    await app.register(async scope => {
      limit(scope);
      scope.get(path, () => new Promise(resolve => running.push(() => resolve({}))));
      scope.get(`${path}/endless`, async (_request, reply) => {
        begun += 1;
        return reply.send(new PassThrough());
      });
    });
  }
  await app.ready();
});
afterEach(() => app.close());

const call = (address: string, url = '/calls') =>
  app.inject({ url, headers: { 'x-forwarded-for': address } });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Ends `count` calls, each as soon as it runs. */
async function endAll(count: number): Promise<void> {
  for (let ended = 0; ended < count; ended++) {
    await vi.waitFor(() => expect(running.length).toBeGreaterThan(ended));
    running[ended]!();
  }
}

test('six calls per caller run and 200 wait; further calls are refused, but other callers are served', async () => {
  const calls = times(210).map(index => call('192.0.2.1', index % 2 ? '/calls' : '/pages'));
  const refused = await Promise.race(calls);
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([429, 1005, '3']);
  expect(running).toHaveLength(6);

  const other = call('192.0.2.2');
  await vi.waitFor(() => expect(running).toHaveLength(7));
  running.pop()!();
  expect((await other).statusCode).toBe(200);

  await endAll(206);
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(statuses.filter(status => status === 200)).toHaveLength(206);
  expect(statuses.filter(status => status === 429)).toHaveLength(4);
});

test('a response that is sent slowly does not count as a running call', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets = times(7).map(() => connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets)
    socket.write('GET /pages/endless HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 192.0.2.1\r\n\r\n');
  await vi.waitFor(() => expect(begun).toBe(7));
  const other = call('192.0.2.1');
  await vi.waitFor(() => expect(running).toHaveLength(1));
  running[0]!();
  expect((await other).statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('a call that waited for five seconds is refused, and running calls continue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const calls = times(7).map(() => call('192.0.2.1'));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await calls[6]!).statusCode).toBe(429);
    await endAll(6);
    expect((await calls[0]!).statusCode).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a caller who hangs up frees the place of a waiting call, but not of a running call', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const sockets = times(8).map(() => connect((app.server.address() as AddressInfo).port, '127.0.0.1'));
  const get = 'GET /calls HTTP/1.1\r\nhost: a\r\n\r\n';
  for (const socket of sockets) {
    const came = once(app.server, 'request');
    socket.write(get);
    await came;
  }
  await vi.waitFor(() => expect(running).toHaveLength(6));
  // Close one running and one waiting call; the next starts only when a running call ends.
  const closed = [sockets[0]!, sockets[6]!].map(socket => socket.destroy());
  await Promise.all(closed.map(socket => socket.closed || once(socket, 'close')));
  await vi.waitFor(async () =>
    expect(await new Promise(resolve => app.server.getConnections((_, count) => resolve(count)))).toBe(6),
  );
  expect(running).toHaveLength(6);
  running[1]!();
  await vi.waitFor(() => expect(running).toHaveLength(7));
  const last = once(sockets[7]!, 'data');
  running[6]!();
  expect(String((await last)[0])).toMatch(/^HTTP\/1\.1 200 /);
  for (const end of running) end();
  for (const socket of sockets) socket.destroy();
  expect(running).toHaveLength(7);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:DB8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.7%eth0]:443', '192.0.2.7'],
  ['unknown', 'unknown'],
])('a caller with the address %s is counted as %s', (ip, known) => {
  expect(addressOf({ ip })).toBe(known);
});
