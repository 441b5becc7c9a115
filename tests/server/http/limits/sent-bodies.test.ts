import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { readNothingForHead } from '../../../../server/http/limits/limit-connections.ts';
import { SentBodies } from '../../../../server/http/limits/limiters.ts';

let app: FastifyInstance;

/** Open response bodies by name. */
let bodies: Map<string, Readable>;

async function open(bounds: { inAll: number; slowest: number; grace: number }): Promise<void> {
  app = Fastify({ trustProxy: true });
  bodies = new Map();
  const sent = new SentBodies(bounds);
  app.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
    const body = new Readable({ read() {} });
    body.push('begun');
    bodies.set(request.params.name, body);
    sent.add(body, reply);
    return reply.send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

afterEach(async () => {
  for (const body of bodies.values()) body.destroy();
  await app.close();
});

/** Requests a body; the first letter of its name decides the client address. */
async function read(name: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': `192.0.2.${name.charCodeAt(0)}` };
  const [response] = await once(get({ port, path: `/${name}`, headers, agent: false }), 'response');
  response.on('error', () => {}).resume();
  return response;
}

const running = () => [...bodies].filter(([, body]) => !body.destroyed).map(([name]) => name);

test('if there are too many responses, the address with the most loses its oldest one', async () => {
  await open({ inAll: 3, slowest: 1, grace: 60_000 });
  for (const name of ['b1', 'a1', 'a2', 'c1']) await read(name);
  expect(running()).toEqual(['b1', 'a2', 'c1']);
  await read('d1');
  expect(running()).toEqual(['a2', 'c1', 'd1']);
});

test('after the grace period the slowest response is closed instead of the oldest', async () => {
  await open({ inAll: 2, slowest: 1, grace: 0 });
  const fast = await read('a1');
  await read('a2');
  bodies.get('a1')!.push(Buffer.alloc(500_000));
  await vi.waitFor(() => expect(fast.socket.bytesRead).toBeGreaterThan(500_000), 5_000);
  await read('b1');
  expect(running()).toEqual(['a1', 'b1']);
});

test('the connection of a client that reads too slowly is closed', async () => {
  await open({ inAll: 10, slowest: 2_000, grace: 500 });
  await read('a1');
  await read('b1');
  const more = setInterval(() => bodies.get('b1')!.push(Buffer.alloc(1_000)), 100);
  await vi.waitFor(() => expect(running()).toEqual(['b1']), 5_000);
  clearInterval(more);
});

test('a caller who hangs up frees its place, even before the response body begins', async () => {
  await open({ inAll: 1, slowest: 1, grace: 60_000 });
  (await read('a1')).destroy();
  await vi.waitFor(() => expect(running()).toEqual([]));
  const { port } = app.server.address() as AddressInfo;
  app.server.prependOnceListener('request', (_request, response) => response.destroy());
  connect(port, '127.0.0.1')
    .on('error', () => {})
    .write('GET /b1 HTTP/1.1\r\nhost: a\r\n\r\n');
  await vi.waitFor(() => expect(bodies.get('b1')?.destroyed).toBe(true));
});

test('a HEAD request gets the headers of a GET without reading the response stream', async () => {
  const served = Fastify();
  readNothingForHead(served);
  const streams: Readable[] = [];
  let read = 0;
  async function* pieces() {
    read += 1;
    yield 'a piece';
  }
  served.get('/', (_request, reply) => {
    streams.push(Readable.from(pieces()));
    return reply.header('content-length', 7).send(streams.at(-1));
  });
  const head = await served.inject({ method: 'HEAD', url: '/' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '7', '']);
  expect([read, streams[0]!.destroyed]).toEqual([0, true]);
  const { body } = await served.inject('/');
  expect([body, read]).toEqual(['a piece', 1]);
});
