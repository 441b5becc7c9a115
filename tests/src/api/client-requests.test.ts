import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asItIs, type ClientPage, openClient, serveOddly, stayAt } from './client-page.ts';

const server = await serveOddly();
let page: ClientPage;
beforeEach(async () => {
  page = await openClient();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a body is sent as JSON, and a query in the address', async () => {
  stayAt(server);

  await page.client.post('login', { login_type: 'a', token: '小明' }, asItIs);
  await page.client.get('getTrainAndGenerateResultById', { train_id: 'a&b', generate_id: '' }, asItIs);

  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    path: '/v1/login',
    body: '{"login_type":"a","token":"小明"}',
  });
  expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  expect(server.seen[1]).toMatchObject({
    method: 'GET',
    path: '/v1/getTrainAndGenerateResultById?train_id=a%26b&generate_id=',
    body: '',
  });
});

test('calls carry the token and the language', async () => {
  stayAt(server);
  page.client.clientHooks.language = () => 'zh';

  await page.client.get('getUserInfo', {}, asItIs);

  expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer old', 'user-language': 'zh' });
});

test('a call without a user carries no token', async () => {
  page = await openClient(null);
  stayAt(server);

  await page.client.get('getTemplates', {}, asItIs);

  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test('signing in, signing a page and the home pictures never carry the token', async () => {
  stayAt(server);
  page.client.clientHooks.language = () => 'zh';

  await page.client.post('login', { login_type: 'facebook', token: 'a' }, asItIs);
  await page.client.post('jsapisignature', { url: location.href }, asItIs);
  await page.client.get('getHomePics', {}, asItIs);

  expect(server.seen.map(({ path }) => path)).toEqual(['/v1/login', '/v1/jsapisignature', '/v1/getHomePics']);
  for (const { headers } of server.seen) {
    expect(headers.authorization).toBeUndefined();
    expect(headers['user-language']).toBe('zh');
  }
});

test('the whitelist is empty, and a call that is put on it skips the token', async () => {
  stayAt(server);
  expect(page.client.tokenWhitelist).toEqual([]);

  page.client.tokenWhitelist.push('getTemplates');
  await page.client.get('getTemplates', {}, asItIs);

  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test('calls go to the base address that the build was given', async () => {
  vi.stubEnv('VITE_API_BASE', server.origin);
  page = await openClient();

  await page.client.get('getTemplates', {}, asItIs);

  expect(server.seen[0]?.path).toBe('/v1/getTemplates');
});

test('a call is given up after 120 seconds, and not before', async () => {
  stayAt(server);
  server.respond = () => 'never';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let over = false;
  const response = page.client.get('getUserInfo', {}, asItIs, { toast: true }).catch((error: unknown) => {
    over = true;
    return error;
  });
  while (server.seen.length === 0) await turn();

  vi.advanceTimersByTime(119_999);
  await turn();
  expect(over).toBe(false);

  vi.advanceTimersByTime(1);
  expect(await response).toMatchObject({ name: 'NetworkError' });
  expect(page.toasts()).toEqual(['error.network']);
});

test('a call that its caller gives up rejects without a toast', async () => {
  stayAt(server);
  server.respond = () => 'never';
  const leaving = new AbortController();

  const response = page.client.get('getUserInfo', {}, asItIs, { signal: leaving.signal, toast: true });
  await vi.waitUntil(() => server.seen.length === 1);
  leaving.abort();

  await expect(response).rejects.toThrow();
  expect(page.toasts()).toEqual([]);
});

test('a call that was given up before it began never leaves', async () => {
  stayAt(server);

  await expect(page.client.get('getUserInfo', {}, asItIs, { signal: AbortSignal.abort() })).rejects.toThrow();

  expect(server.seen).toEqual([]);
});

/** Lets everything happen that needs no time. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
