import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodies } from '../../../../server/http/limits/limit-callers.ts';
import { sendRefusal } from '../../../../server/http/refusals.ts';

const time = 300;

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(sendRefusal);
  limitBodies(app, time);
  app.addContentTypeParser('image/png', (_request, payload, done) => done(null, payload));
  app.post('/echo', async ({ body }) => ({ body }));
  app.post('/refused', { onRequest: async (_, reply) => reply.code(429).send({}) }, async () => ({}));
  app.post('/upload', { config: { streamsBody: true } }, async ({ body }) => {
    let size = 0;
    for await (const piece of body as AsyncIterable<Buffer>) size += piece.length;
    return { size };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a body byte by byte until it is sent or the server closes the connection; returns the response. */
async function drip(
  path: string,
  type: string,
  body: string,
  pause: number,
  connection = 'close',
): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let response = '';
  socket.on('data', part => {
    response += part;
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: test\r\nconnection: ${connection}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const bytes = [...body];
  const sending = setInterval(() => {
    const next = bytes.shift();
    if (next === undefined || socket.destroyed) clearInterval(sending);
    else socket.write(next);
  }, pause);
  // Not `once`, which rejects on errors: bytes sent after the server gave up cause a reset.
  await new Promise(resolve => socket.on('close', resolve));
  clearInterval(sending);
  return response;
}

test.each(['/echo', '/no-such-call'])('a body that drips into %s is given up', async path => {
  const began = performance.now();
  const response = await drip(path, 'application/json', JSON.stringify('x'.repeat(1000)), 20);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toMatch(/connection: close/i);
  expect(performance.now() - began).toBeLessThan(5 * time);
});

test.each([
  ['before its body is read', '/refused', 'application/json', 429],
  ['for the type of its body', '/echo', 'text/odd', 415],
])('a body that drips on after its request was refused %s is given up too', async (_, path, type, status) => {
  const began = performance.now();
  const response = await drip(path, type, 'x'.repeat(400), 20, 'keep-alive');
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(performance.now() - began).toBeLessThan(5 * time);
});

test.each([
  ['of an unknown type', 'text/odd', 400_000, 415],
  ['that is too large', 'application/json', 3_000_000, 413],
])(
  'a body %s is refused as before, and nothing happens when its time is over',
  async (_, type, length, status) => {
    const send = () => {
      const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/echo`;
      const body = JSON.stringify('x'.repeat(length));
      return fetch(address, { method: 'POST', headers: { 'content-type': type }, body });
    };
    expect((await send()).status).toBe(status);
    await drip('/upload', 'image/png', 'x'.repeat(2), time);
    expect((await send()).status).toBe(status);
  },
);

test('a body that comes slowly but in time is served, and so is an upload that takes longer', async () => {
  expect(await drip('/echo', 'application/json', '"ab"', 10)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ab"/);
  expect(await drip('/upload', 'image/png', 'x'.repeat(30), 20)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"size":30/);
});

test('bodies that are not ended take 8 MB of one address together, and small ones always come', async () => {
  const patient = Fastify();
  patient.setErrorHandler(sendRefusal);
  limitBodies(patient, 4000);
  patient.post('/echo', async ({ body }) => ({ body }));
  await patient.listen({ port: 0, host: '127.0.0.1' });
  const large = Array.from({ length: 20 }, async () => {
    const socket = connect((patient.server.address() as AddressInfo).port, '127.0.0.1');
    let response = '';
    socket.on('data', part => {
      response += part;
    });
    socket.on('error', () => {});
    socket.write(
      `POST /echo HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n${' '.repeat(900_000)}`,
    );
    await once(socket, 'close');
    return response;
  });
  const responses = await Promise.all(large);
  const refused = responses.filter(response => /^HTTP\/1\.1 503 /.test(response));
  // Nine bodies fit into 8 MB, since the first 16 kB of each do not count.
  expect(refused).toHaveLength(11);
  expect(refused[0]).toMatch(/retry-after: 2/i);
  expect(await drip('/echo', 'application/json', '"small"', 1)).toMatch(/^HTTP\/1\.1 200 /);
  await patient.close();
});
