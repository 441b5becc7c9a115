import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, type TestBackend } from '../../support/backend.ts';

const readOnly = ['GET', 'HEAD', 'OPTIONS'];
const own = 'https://app.example';

/**
 * Callers of these prove themselves, by a token, a shop's signature or credentials for uploads; the last one takes the phone's
 * shares, and has a test of its own (lost-shares).
 */
const others = ['/v1/', '/notify/', '/tyy-photos/', '/tyy/make-pic'];

let backend: TestBackend;
let routes: { method: string; url: string }[];

beforeAll(async () => {
  routes = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
  };
  subscribe('fastify.initialization', listen);
  backend = await openTestBackend({
    PUBLIC_URL: own,
    CORS_ORIGINS: 'https://pages.example',
    METRICS: '1',
    SANDBOX: '1',
  });
  unsubscribe('fastify.initialization', listen);
});

afterAll(() => backend.close());

const send = (method: string, url: string, headers: Record<string, string>) =>
  backend.app.inject({ method: method as 'POST', url: url.replace(/:\w+|\*/g, 'x'), headers });

const foreign: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://blog.app.example' },
  // A browser before 2023, also from a sandboxed frame.
  { origin: 'https://evil.example' },
  { origin: 'http://app.example' },
  { origin: 'null' },
];

test('no route outside of the API and the shops’ takes a change from another site', async () => {
  const changing = routes.filter(
    ({ method, url }) => !readOnly.includes(method) && !others.some(path => url.startsWith(path)),
  );
  expect(changing.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining(['POST /share/:id/report', 'POST /sandbox/cashier', 'DELETE /tyy/shared/:id']),
  );
  for (const { method, url } of changing) {
    for (const headers of foreign) {
      const response = await send(method, url, headers);
      expect({ method, url, headers, status: response.statusCode }).toMatchObject({ status: 403 });
    }
  }
});

test('pages of this site, older browsers’ pages of this site, and what is no page, are served', async () => {
  const good: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', origin: own },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { origin: own },
    {},
  ];
  for (const headers of good) {
    expect((await send('POST', '/share/unknown/report', headers)).statusCode).toBe(404);
    expect((await send('POST', '/sandbox/cashier', headers)).statusCode).toBe(400);
  }
});

test('a call with a token, a shop’s notification and an upload may come from anywhere', async () => {
  for (const headers of foreign) {
    const call = await send('POST', '/v1/createAdId', headers);
    expect(call.statusCode).toBe(401);
    const upload = await send('PUT', '/tyy-photos/x', headers);
    expect([upload.statusCode, upload.body]).toEqual([403, expect.stringContaining('<Code>AccessDenied')]);
  }
});

test('a client report comes from the app’s own pages, also on another host that CORS_ORIGINS names', async () => {
  const reportFrom = (headers: Record<string, string>) =>
    backend.app.inject({
      method: 'POST',
      url: '/v1/clientReport',
      headers: { 'content-type': 'text/plain', ...headers },
      payload: '{',
    });
  for (const headers of foreign) expect((await reportFrom(headers)).statusCode).toBe(403);
  const ofApp = { 'sec-fetch-site': 'cross-site', origin: 'https://pages.example' };
  // It is let through to the schema, which refuses it.
  for (const headers of [ofApp, { origin: own }, {}])
    expect((await reportFrom(headers)).statusCode).toBe(400);
});
