import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';

let backend: TestBackend;
let routes: RouteOptions[];
let token: string;

beforeAll(async () => {
  routes = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', route => void routes.push(route));
  };
  subscribe('fastify.initialization', listen);
  backend = await openTestBackend({ SANDBOX: '1' });
  unsubscribe('fastify.initialization', listen);
  ({ token } = await signIn(backend, 'Ann'));
});
afterAll(() => backend.close());

/** The parameters that a schema knows, each with the same text. */
function filled(schema: unknown, text: string): Record<string, string> {
  const { properties = {}, allOf = [] } = (schema ?? {}) as { properties?: object; allOf?: unknown[] };
  const own = Object.fromEntries(Object.keys(properties).map(name => [name, text]));
  return Object.assign(own, ...allOf.map(part => filled(part, text)));
}

test.each([
  ['a NUL', 'a\0b', 'a%00b'],
  ['half a letter', 'a\ud800b', 'a%ED%A0%80b'],
])(
  '%s in the address, the query or the body of any route is no error of the server',
  async (_, text, inAddress) => {
    const failed: string[] = [];
    let sent = 0;
    for (const { method, url, schema } of routes) {
      // It hangs up on what is no share.
      if (url === '/tyy/make-pic') continue;
      for (const one of [method].flat()) {
        const odd = url.replace(/:\w+/g, inAddress).replace('*', inAddress);
        const query = new URLSearchParams(filled(schema?.querystring, text));
        const hasBody = ['POST', 'PUT', 'DELETE', 'PATCH'].includes(one);
        for (const address of [`${odd}?${query}`, `${odd}?${inAddress}=${inAddress}&uploadId=${inAddress}`]) {
          sent += 1;
          const { statusCode } = await backend.app.inject({
            method: one as 'POST',
            url: address,
            headers: {
              authorization: `Bearer ${token}`,
              ...(hasBody && { 'content-type': 'application/json' }),
            },
            ...(hasBody && { payload: JSON.stringify({ ...filled(schema?.body, text), [text]: text }) }),
          });
          if (statusCode >= 500) failed.push(`${one} ${address}: ${statusCode}`);
        }
      }
    }
    expect(sent).toBeGreaterThan(100);
    expect(failed).toEqual([]);
  },
);

test.each([
  ['/sandbox/restore', { user_id: 'a\0b' }],
  ['/sandbox/subscribe', { product_id: 'vip_month', user_id: 'a\0b' }],
  ['/sandbox/pay', { order_id: 'a\ud800' }],
  ['/v1/login', { login_type: 'facebook', token: 'a\udfff' }],
])('%s refuses a text that cannot be stored', async (url, payload) => {
  const response = await backend.app.inject({ method: 'POST', url, payload });
  expect([response.statusCode, response.json().code]).toEqual([400, 1004]);
});
