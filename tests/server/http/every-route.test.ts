import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { AppStoreDouble } from '../doubles/app-store-double.ts';
import { GooglePlayDouble } from '../doubles/google-play-double.ts';
import { vapidSettings } from '../doubles/push-service-double.ts';
import { stripeAccount } from '../doubles/stripe-double.ts';
import { WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';

type Route = RouteOptions & { method: string };

/** Opens a backend with these settings and records its routes, one per method. */
async function openWithRoutes(environment: Record<string, string>) {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', route => {
      for (const method of [route.method].flat()) routes.push({ ...route, method });
    });
  };
  subscribe('fastify.initialization', listen);
  const backend = await openTestBackend(environment);
  unsubscribe('fastify.initialization', listen);
  return { backend, routes };
}

const readOnly = ['GET', 'HEAD', 'OPTIONS'];
const own = 'https://app.example';

/**
 * Routes that any origin may call: callers prove their identity by a token, a shop's signature or upload credentials.
 * The last route receives shared photos; lost-shares.test.ts tests it.
 */
const others = ['/v1/', '/notify/', '/tyy-photos/', '/tyy/make-pic'];

const { backend, routes } = await openWithRoutes({
  PUBLIC_URL: own,
  CORS_ORIGINS: 'https://pages.example',
  METRICS: '1',
  SANDBOX: '1',
});
await forFile(backend);
const { token } = await signIn(backend, 'Ann');

const send = (method: string, url: string, headers: Record<string, string>) =>
  backend.app.inject({ method: method as 'POST', url: url.replace(/:\w+|\*/g, 'x'), headers });

const foreign: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://blog.app.example' },
  // Browsers before 2023 send only an Origin header, which is `null` from a sandboxed frame.
  { origin: 'https://evil.example' },
  { origin: 'http://app.example' },
  { origin: 'null' },
];

test('another site cannot change anything, except through the API and the routes for shops', async () => {
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

test('requests from our own pages, older browsers and clients that are not browsers are served', async () => {
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

test('a call with a token, a shop’s notification and an upload are accepted from any origin', async () => {
  for (const headers of foreign) {
    const call = await send('POST', '/v1/createAdId', headers);
    expect(call.statusCode).toBe(401);
    const upload = await send('PUT', '/tyy-photos/x', headers);
    expect([upload.statusCode, upload.body]).toEqual([403, expect.stringContaining('<Code>AccessDenied')]);
  }
});

test('client reports are accepted only from the app’s pages, on its own host or in CORS_ORIGINS', async () => {
  const reportFrom = (headers: Record<string, string>) =>
    backend.app.inject({
      method: 'POST',
      url: '/v1/clientReport',
      headers: { 'content-type': 'text/plain', ...headers },
      payload: '{',
    });
  for (const headers of foreign) expect((await reportFrom(headers)).statusCode).toBe(403);
  const ofApp = { 'sec-fetch-site': 'cross-site', origin: 'https://pages.example' };
  // The request passes the origin check, and only its invalid body is refused.
  for (const headers of [ofApp, { origin: own }, {}])
    expect((await reportFrom(headers)).statusCode).toBe(400);
});

/** Sets each parameter of a schema to the same text. */
function filled(schema: unknown, text: string): Record<string, string> {
  const { properties = {}, allOf = [] } = (schema ?? {}) as { properties?: object; allOf?: unknown[] };
  const own = Object.fromEntries(Object.keys(properties).map(name => [name, text]));
  return Object.assign(own, ...allOf.map(part => filled(part, text)));
}

test.each([
  ['a NUL character', 'a\0b', 'a%00b'],
  ['half a surrogate pair', 'a\ud800b', 'a%ED%A0%80b'],
])('%s in the address, query or body of a route causes no server error', async (_, text, inAddress) => {
  const failed: string[] = [];
  let sent = 0;
  for (const { method, url, schema } of routes) {
    // This route closes the connection for anything that is not a share.
    if (url === '/tyy/make-pic') continue;
    const odd = url.replace(/:\w+/g, inAddress).replace('*', inAddress);
    const query = new URLSearchParams(filled(schema?.querystring, text));
    const hasBody = ['POST', 'PUT', 'DELETE', 'PATCH'].includes(method);
    for (const address of [`${odd}?${query}`, `${odd}?${inAddress}=${inAddress}&uploadId=${inAddress}`]) {
      sent += 1;
      const { statusCode } = await backend.app.inject({
        method: method as 'POST',
        url: address,
        headers: {
          authorization: `Bearer ${token}`,
          ...(hasBody && { 'content-type': 'application/json' }),
        },
        ...(hasBody && { payload: JSON.stringify({ ...filled(schema?.body, text), [text]: text }) }),
      });
      if (statusCode >= 500) failed.push(`${method} ${address}: ${statusCode}`);
    }
  }
  expect(sent).toBeGreaterThan(100);
  expect(failed).toEqual([]);
});

/** The addresses and calls in the first column of each six-column table in docs/limits.md. */
function boundedCalls(): string[] {
  const page = readFileSync('docs/limits.md', 'utf8');
  const rows = [...page.matchAll(/^\| (.+?) \|.*\|.*\|.*\|.*\|.*\|$/gm)];
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, call]) => call!));
}

/** True if a call in the document matches a route. `login` means the call below /v1, and `…` any text. */
function names(call: string, route: string): boolean {
  const [, method = '[A-Z]+', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(call) ?? [];
  const address = path.startsWith('/') ? path : `/v1/${path}`;
  const pattern = address.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${method} ${pattern.join('.*')}$`).test(route.replace(/^HEAD /, 'GET '));
}

test('docs/limits.md lists the limits of every route, and no call that no longer exists', async () => {
  const calls = boundedCalls();
  const [apple, google] = [await AppStoreDouble.open(), await GooglePlayDouble.open()];
  const wechat = await WechatPayDouble.open();
  const { backend: all, routes: listed } = await openWithRoutes({
    ...stripeAccount,
    ...apple.settings(),
    ...google.settings(),
    ...wechat.settings(),
    ...vapidSettings(),
    METRICS: '1',
    SANDBOX: '1',
    ADMOB_SSV: '1',
    ADMOB_AD_UNITS: '77',
  });
  await all.close();
  const routes = listed.map(({ method, url }) => `${method} ${url}`);
  await Promise.all([apple.close(), google.close(), wechat.close()]);
  const unbounded = (all: string[]) => all.filter(route => !calls.some(call => names(call, route)));
  expect(routes.length).toBeGreaterThan(80);
  expect(unbounded(routes)).toEqual([]);
  expect(unbounded(['GET /v1/getSomethingNew', 'POST /something-new'])).toHaveLength(2);
  const gone = calls.filter(call => /^[a-z]\w+$/.test(call) && !routes.some(route => names(call, route)));
  expect(gone).toEqual([]);
});
