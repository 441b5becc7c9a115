import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen, openTestBackend } from '../support/backend.ts';
import { folderForFile, forFile } from '../support/for-file.ts';

const page = '<meta property="og:image" content="/tyy/og.png" />';

const appDir = await folderForFile();
await writeFile(join(appDir, 'index.html'), page);
const settings = { TRUST_PROXY: '1', RATE_LIMIT: '5', PUBLIC_URL: 'https://faces.example' };
const backend = await forFile(openTestBackend({ APP_DIR: appDir, ...settings }));
await listen(backend);

test.each([
  ['/%E0%A4%A', 400],
  ['/missing', 404],
  ['/v1/missing', 404],
  [`/template-pics/${'1'.repeat(200)}`, 414],
])('GET %s is refused with %i, a JSON error and the security headers', async (url, status) => {
  const response = await backend.app.inject({ url });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({
    code: expect.any(Number),
    data: null,
    message: expect.any(String),
  });
  expect(response.headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'strict-transport-security': expect.any(String),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-request-id': expect.any(String),
  });
});

test.each([
  'GET / HTTP/1.1\r\nbad header\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
])('invalid HTTP is refused with a JSON error and the security headers (%#)', async text => {
  const { port } = backend.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const [head, body] = (await textOf(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 4(00|31) /);
  expect(head).toMatch(/content-security-policy: default-src 'none'/i);
  expect(JSON.parse(body!)).toMatchObject({ code: 1004, data: null });
});

test('without PUBLIC_URL a request with an invalid host is refused', async () => {
  const open = await openTestBackend({ APP_DIR: appDir });
  onTestFinished(open.close);
  const statusOf = async (url: string, host: string) =>
    (await open.app.inject({ url, headers: { host } })).statusCode;
  for (const host of ['a"b', "a'b", 'a b', 'a,b', '<b>', 'a:b', 'a:99999', '(']) {
    const statuses = [await statusOf('/tyy/', host), await statusOf('/v1/getHomePics', host)];
    expect([host, ...statuses]).toEqual([host, 400, 400]);
  }
  const named = ['faces.example', 'localhost:8080', '192.168.0.7:80', '[::1]:8080', 'my_host'];
  for (const host of [...named, 'xn--bcher-kva.example.'])
    expect([host, await statusOf('/tyy/', host)]).toEqual([host, 200]);
});

test.each([
  '/tyy/%',
  '/tyy/%2e%2e%2fv1',
  '/tyy/..%5c..%5cetc',
  '/tyy/%00',
  '/tyy/pic/%0d%0a',
  '/tyy//',
  `/tyy/${'a'.repeat(200)}`,
])('GET %s responds like an unknown screen, with the same headers', async url => {
  const [missing, { statusCode, headers, body }] = await Promise.all([
    backend.app.inject({ url: '/tyy/no-such-screen' }),
    backend.app.inject({ url }),
  ]);
  expect(statusCode).toBe(404);
  expect(body).toBe(missing.body);
  const { 'x-request-id': _, date: __, ...same } = missing.headers;
  expect(headers).toMatchObject(same);
});

test.each([
  ['objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['lists in a parameter', `{"login_type":"facebook","token":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  // These lists never close, so a complete parse would report invalid JSON instead of the nesting.
  ['lists that never end', '['.repeat(900_000)],
])('JSON with thousands of nested %s is refused as a wrong parameter', async (_name, payload) => {
  const response = await backend.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress: '10.0.0.9',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 1004, data: null, message: 'body is nested too deeply' });
});

test('with PUBLIC_URL, addresses in responses and pages have its host, whatever host a request names', async () => {
  const headers = { host: 'made-up.example' };
  const open = (url: string) => backend.app.inject({ url, remoteAddress: '10.0.0.8', headers });
  const response = await open('/v1/getHomePics');
  expect(response.json().data.list[0]).toMatch(/^https:\/\/faces\.example\/tyy\/home\//);
  expect((await open('/tyy/')).body).toBe(page.replace('/tyy/', 'https://faces.example/tyy/'));
});
