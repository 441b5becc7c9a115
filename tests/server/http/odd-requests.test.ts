import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestBackend, type TestBackend } from '../support/backend.ts';

const page = '<meta property="og:image" content="/tyy/og.png" />';

let appDir: string;
let backend: TestBackend;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'tyy-app-'));
  await writeFile(join(appDir, 'index.html'), page);
  const settings = { TRUST_PROXY: '1', RATE_LIMIT: '5', PUBLIC_URL: 'https://faces.example' };
  backend = await openTestBackend({ APP_DIR: appDir, ...settings });
});
afterAll(async () => {
  await backend.close();
  await rm(appDir, { recursive: true });
});

test.each(['//', '///tyy', '//evil.example/tyy/', '/tyy//', '/%', '/tyy/%E0%A4%A'])(
  'GET %s is refused as what it is, not an error of the server',
  async url => {
    const { statusCode } = await backend.app.inject({ url });
    expect(statusCode).toBeGreaterThanOrEqual(300);
    expect(statusCode).toBeLessThan(500);
  },
);

test.each([
  ['lists', '['.repeat(5000) + ']'.repeat(5000)],
  ['objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ['a parameter', `{"login_type":"facebook","token":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('JSON of thousands of nested %s is a wrong parameter', async (_name, payload) => {
  const response = await backend.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress: '10.0.0.9',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 1004, data: null });
});

test('the limit counts the address that the proxy saw, whatever the caller wrote before it', async () => {
  const statuses = [];
  for (let call = 0; call < 8; call++) {
    const headers = { 'x-forwarded-for': `198.51.100.${call}, 203.0.113.7` };
    statuses.push((await backend.app.inject({ url: '/v1/getUserInfo', headers })).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

test('addresses lead to the public one, whatever host a request names', async () => {
  const response = await backend.app.inject({
    url: '/v1/getHomePics',
    remoteAddress: '10.0.0.8',
    headers: { host: 'made-up.example' },
  });
  expect(response.json().data.list[0]).toMatch(/^https:\/\/faces\.example\/tyy\/home\//);
});

test('the page is the same for every host that is made up, and compressed once', async () => {
  const wanted = page.replace('/tyy/', 'https://faces.example/tyy/');
  const open = (host: string) =>
    backend.app.inject({ url: '/tyy/', headers: { host, 'accept-encoding': 'br' } });
  await vi.waitFor(
    async () => expect((await open('one.example')).headers['content-encoding']).toBe('br'),
    10_000,
  );
  const other = await open('other.example');
  expect(brotliDecompressSync(other.rawPayload).toString()).toBe(wanted);
});
