import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lostShares } from '../../../server/http/lost-shares.ts';

const mebibyte = 2 ** 20;

let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  app = Fastify();
  await app.register(lostShares);
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/tyy/make-pic`;
});
afterAll(() => app.close());

/** Sends a body without an end, a mebibyte after the other, until there is an answer; tells how many were taken. */
async function sendWithoutEnd(): Promise<{ answer: IncomingMessage; taken: number }> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const sending = request(address, { method: 'POST', headers });
  // The server hangs up on whoever goes on.
  sending.on('error', () => undefined);
  const part = Buffer.alloc(mebibyte);
  let taken = 0;
  let answered = false;

  function send(): void {
    if (answered) return;
    taken++;
    sending.write(part, send);
  }
  const answer = await new Promise<IncomingMessage>(resolve => {
    sending.once('response', resolve);
    send();
  });
  answered = true;
  sending.destroy();
  return { answer, taken };
}

test('shared photos that no service worker took lead to the wizard', async () => {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(12 * mebibyte)], { type: 'image/jpeg' }), 'one.jpg');
  form.append('photos', new Blob([new Uint8Array(12 * mebibyte)], { type: 'image/jpeg' }), 'two.jpg');
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/tyy/make-pic']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a share of nothing does too', async () => {
  const answer = await fetch(address, { method: 'POST', redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/tyy/make-pic']);
});

test('an endless share is answered when its first 64 MiB were read, and the rest is not taken', async () => {
  const { answer, taken } = await sendWithoutEnd();
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tyy/make-pic']);
  expect(answer.headers.connection).toBe('close');
  // 64 of them are read; the network holds a few more.
  expect(taken).toBeGreaterThanOrEqual(64);
  expect(taken).toBeLessThan(96);
});
