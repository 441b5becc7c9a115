import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { hideSecrets, openLog } from '../../../server/log.ts';
import { serveHealth } from '../../../server/measure/health.ts';
import { buildApp } from '../../../server/start/build-app.ts';
import { buy } from '../../support/api/api.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { finishedJob, openAddress } from '../support/jobs.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });
const measured = sharedBackend({ METRICS: '1' });
const test = usersOf(backend);

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
  const ann = await signIn(backend, 'Ann 5');
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

test('metrics count requests by route and status, unfinished jobs by status, and the time to make pics', async () => {
  const ann = await signIn(measured, 'Ann');
  await finishedJob(ann);
  await buy(ann, 1);
  await ann.send('GET', 'nothing');

  const { body } = await measured.app.inject('/metrics');
  expect(body).toMatch(
    /tyy_http_request_seconds_count\{method="POST",route="\/v1\/goTrainAndGeneratePic",status="200"\} 1/,
  );
  expect(body).toMatch(/tyy_http_request_seconds_count\{[^}]*status="404"\} 1/);
  for (const status of [1, 2, 4]) expect(body).toContain(`tyy_jobs{status="${status}"} 0`);
  expect(body).toContain('tyy_queue_length 0');
  expect(body).toContain('tyy_day_sales{provider="sandbox"} 1');
  expect(body).toContain('tyy_day_coins_sold{provider="sandbox"} 100');
  expect(body).toContain('tyy_job_seconds_count{result="done"} 1');
  expect(body).toMatch(/^tyy_disk_bytes \d{6,}$/m);
});

test('Home shows users the newest templates, and guests the first templates and what welcome coins buy', async () => {
  const ann = await signIn(measured, 'Ann');
  const { data } = (await measured.app.inject('/v1/getHomePics')).json();
  const { list } = (await ann.get('getTemplates', { page_size: 6 })).data;
  expect(data.samples).toEqual(
    list.map(({ id, title, pic_url, colour }) => ({
      id,
      title,
      pic_url: pic_url.replace('?w=480&', '?w=320&'),
      colour,
    })),
  );
  expect(data.welcome).toEqual({ coins: 50, cost: 20 });

  const { samples } = (await ann.get('getHomePics')).data;
  const all = (await ann.get('getTemplates', { page_size: 100 })).data.list;
  const news = all.filter(({ is_new }) => is_new).map(({ id }) => id);
  expect(news.length).toBeGreaterThan(5);
  expect(samples?.map(({ id }) => id)).toEqual(news.slice(0, 6));
});

test('/readyz reports whether the process can serve requests', async () => {
  const response = await measured.app.inject('/readyz');
  expect(response.statusCode).toBe(200);
  const parts = { database: true, store: true, queue: true };
  expect(response.json()).toEqual({ status: 'ready', ...parts, handles: true });
  const crowded = Fastify();
  serveHealth(crowded, { ...measured.services, left: async () => 10 });
  const refusal = await crowded.inject('/readyz');
  await crowded.close();
  expect(refusal.statusCode).toBe(503);
  expect(refusal.json()).toEqual({ status: 'not ready', ...parts, handles: false });
});

test.each([
  ['Bearer abc.def-123', 'abc.def'],
  ['login with sandbox:Ann', 'Ann'],
  ['GET /pictures/a.jpg?expires=1&sign=s3cret', 's3cret'],
  ['connect to postgres://tyy:s3cret@db:5432/tyy', 's3cret'],
  ['body {"token":"s3cret","name":"Ann"}', 's3cret'],
  ['{"access_key_secret": "s3cret"}', 's3cret'],
  ['{"x-oss-security-token":"s3cret"}', 's3cret'],
])('the log hides the secret in “%s”', (text, secret) => {
  const lines: string[] = [];
  const log = openLog('info', { write: line => lines.push(line) });
  log.info({ text, err: new Error(text) }, text);

  expect(lines.join()).not.toContain(secret);
  expect(lines).toHaveLength(1);
  expect(() => JSON.parse(lines[0]!)).not.toThrow();
  expect(hideSecrets('an ordinary sentence')).toBe('an ordinary sentence');
});

test('a worker process refuses pages with a JSON error and the security headers', async () => {
  const worker = await buildApp({
    ...measured.services,
    config: { ...measured.services.config, role: 'worker' },
  });
  const response = await worker.inject('/tyy/');
  await worker.close();
  expect([response.statusCode, response.json().code]).toEqual([404, 1003]);
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
