import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitBodies } from '../../../../server/http/limits/limit-callers.ts';
import { sendRefusal } from '../../../../server/http/refusals.ts';
import { forFile } from '../../support/for-file.ts';

const time = 300;

const app = await forFile(Fastify());
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

/** Sends a body byte by byte until it is complete or the server closes the connection; returns the response. */
async function drip(
  path: string,
  type: string,
  body: string,
  pause: number,
  connection = 'close',
): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: test\r\nconnection: ${connection}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const bytes = [...body];
  const sending = setInterval(() => {
    const next = bytes.shift();
    if (next === undefined || socket.destroyed) clearInterval(sending);
    else socket.write(next);
  }, pause);
  let response = '';
  socket.on('data', part => (response += part));
  // The server may also reset the connection, so this waits for `close`.
  await new Promise(resolve => socket.on('close', resolve));
  clearInterval(sending);
  return response;
}

test.each([
  ['408, if it was accepted', '/echo', 'application/json', 408],
  ['429, if it was refused before its body was read', '/refused', 'application/json', 429],
  ['415, if it was refused for its content type', '/echo', 'text/odd', 415],
])('a request whose body is too slow ends with status %s', async (_, path, type, status) => {
  const began = performance.now();
  const response = await drip(path, type, JSON.stringify('x'.repeat(400)), 20, 'keep-alive');
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(performance.now() - began).toBeLessThan(5 * time);
});

test('a slow body within the time limit is accepted, and uploads may take longer', async () => {
  expect(await drip('/echo', 'application/json', '"ab"', 10)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ab"/);
  expect(await drip('/upload', 'image/png', 'x'.repeat(30), 20)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"size":30/);
});
