import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openTestBackend, signIn } from '../support/backend.ts';
import { openAddress } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });
interface Operation {
  summary: string;
  responses: Record<string, unknown>;
}

/** Routes below /v1, except the OpenAPI document and client reports; parsed from the router's printed tree. */
function routesOf(app: FastifyInstance): string[] {
  const starts: string[] = [];
  const routes: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part = '', methods = ''] = line.match(/^([\s│]*)[├└]── (\S*)(?: \((.*)\))?/) ?? [];
    if (indent === undefined) continue;
    const depth = indent.length / 4;
    const path = (starts[depth - 1] ?? '') + part;
    starts[depth] = path;
    if (!path.startsWith('/v1/') || ['/v1/openapi.json', '/v1/clientReport'].includes(path)) continue;
    const verbs = methods.split(', ').filter(method => ['GET', 'POST'].includes(method));
    routes.push(...verbs.map(verb => `${verb} ${path}`));
  }
  return routes;
}

test('the OpenAPI document describes every call of the API', async () => {
  const response = await backend.app.inject('/v1/openapi.json');
  const document = response.json<{ openapi: string; paths: Record<string, Record<string, Operation>> }>();
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
  );

  expect(document.openapi).toBe('3.1.0');
  expect(described).toContain('POST /v1/goTrainAndGeneratePic');
  expect(described.toSorted()).toEqual(routesOf(backend.app).toSorted());
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses)).toEqual(['200', 'default']);
    }
  }
});

test('every call except the public calls refuses guests', async () => {
  const document = (await backend.app.inject('/v1/openapi.json')).json();
  const open = ['/v1/login', '/v1/getHomePics', '/v1/getOperator', '/v1/jsapisignature'];

  for (const [url, operations] of Object.entries(document.paths)) {
    if (open.includes(url)) continue;
    for (const method of Object.keys(operations as object)) {
      const response = await backend.app.inject({ method: method as 'GET' | 'POST', url });
      expect(response.statusCode, url).toBe(401);
      expect(response.json()).toEqual({ code: 1002, data: null, message: 'Please sign in again' });
    }
  }
  // Without METRICS the metrics page does not exist.
  expect((await backend.app.inject('/metrics')).statusCode).toBe(404);
});

test('with OPEN_TRY guests can list the templates, but an expired token is still refused', async () => {
  const open = await openTestBackend({ OPEN_TRY: '1' });
  onTestFinished(open.close);
  const url = '/v1/getTemplates?page_size=1';
  const guest = await open.app.inject(url);
  const old = await open.app.inject({ url, headers: { authorization: 'Bearer old' } });
  const cost = await open.app.inject('/v1/getGenerateCost');

  expect(guest.json()).toMatchObject({ code: 0, data: { list: [{ id: expect.any(Number) }] } });
  expect([old.statusCode, cost.statusCode]).toEqual([401, 401]);
});

test('unknown calls, invalid JSON and wrong types get a JSON error in the language of the request', async () => {
  const ann = await signIn(backend, 'Ann');
  expect(await ann.send('GET', 'nothing')).toEqual({
    status: 404,
    code: 1003,
    data: null,
    message: 'Please update the app',
  });

  const broken = await backend.app.inject({
    method: 'POST',
    url: '/v1/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"login_type":',
  });
  expect(broken.statusCode).toBe(400);
  expect(broken.json()).toMatchObject({ code: 1004, data: null });

  const headers = { 'user-language': 'zh-CN' };
  const guest = await backend.app.inject({ url: '/v1/getUserInfo', headers });
  expect(guest.json().message).toBe('请重新登录');

  const page = await ann.get('getTemplates', { cur_page: 0 });
  expect(page).toMatchObject({ status: 400, code: 1004, message: expect.stringContaining('cur_page') });
});

test('the response to an unexpected error contains no details', async () => {
  const broken = await openTestBackend();
  const bob = await signIn(broken, 'Bob');
  await broken.services.db.query.schema.dropTable('coin_statements').cascade().execute();
  const response = await bob.get('getCoinStatementList');
  await broken.close();

  expect(response).toEqual({
    status: 500,
    code: 1000,
    data: null,
    message: 'Something went wrong on our side',
  });
});

test('calls are limited per user; without a valid token, per client address as the proxy reports it', async () => {
  const strict = await openTestBackend({ RATE_LIMIT: '5', TRUST_PROXY: '1' });
  onTestFinished(strict.close);
  const [bob, cat] = [await signIn(strict, 'Bob'), await signIn(strict, 'Cat')];
  for (let call = 0; call < 5; call++) expect((await bob.get('getGenerateCost')).code).toBe(0);
  expect(await bob.get('getGenerateCost')).toMatchObject({ status: 429, code: 1005, data: null });
  expect((await cat.get('getGenerateCost')).code).toBe(0);

  const guess = async (url: string, call: number) => {
    const headers = { authorization: 'Bearer guess', 'x-forwarded-for': `198.51.100.${call}, 203.0.113.7` };
    return (await strict.app.inject({ url, headers })).statusCode;
  };
  const statuses = [];
  for (let call = 0; call < 7; call++) statuses.push(await guess('/v1/getUserInfo', call));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  // Pages that use the database count against the same limit as calls.
  const pages = ['/share/x', '/share/x/card.jpg', '/sandbox/cashier?order_id=x', '/healthz'];
  expect(await Promise.all(pages.map(url => guess(url, 8)))).toEqual([429, 429, 429, 200]);
});

test('only origins in CORS_ORIGINS may call the API from another origin', async () => {
  const preflight = (origin: string) =>
    backend.app.inject({
      method: 'OPTIONS',
      url: '/v1/getUserInfo',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const own = await preflight('https://app.example.com');
  const other = await preflight('https://evil.example.com');
  expect(own.headers['access-control-allow-origin']).toBe('https://app.example.com');
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
});

test('addresses in responses have the request’s host and the protocol that a trusted proxy reports', async () => {
  const headers = { host: 'pics.example.com', 'x-forwarded-proto': 'https' };
  const plain = await backend.app.inject({ url: '/v1/getHomePics', headers });
  expect(plain.json().data.list[0]).toMatch(/^http:\/\/pics\.example\.com\/tyy\//);

  const behind = await openTestBackend({ TRUST_PROXY: '1' });
  const trusted = await behind.app.inject({ url: '/v1/getHomePics', headers });
  await behind.close();
  expect(trusted.json().data.list[0]).toMatch(/^https:\/\/pics\.example\.com\/tyy\//);
});

test('a template preview is a picture that browsers may cache forever', async () => {
  const { data } = await (await signIn(backend, 'Ann')).get('getTemplates', { page_size: 1 });
  const response = await openAddress(backend, data.list[0]!.pic_url);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^image\/(jpeg|webp)$/);
  expect(response.headers['cache-control']).toContain('immutable');
  expect((await backend.app.inject('/template-pics/9999')).statusCode).toBe(404);
});
