import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { overHttp, tokenOf } from '../../support/api/api.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { later } from '../../support/later.ts';
import { setSettings } from '../../support/set-settings.ts';
import { openClient } from './spec-calls.ts';

interface Seen {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response. The server sends an object in `body` as JSON. 'never' leaves the request pending. */
type OddResponse = { status?: number; statusText?: string; body?: unknown } | 'never';

let seen: Seen[];
let respond: (request: Seen) => OddResponse | Promise<OddResponse>;

/** A server that can send any response, including malformed ones. */
const server = createServer(async (request, response) => {
  const { method, url: path, headers } = request;
  const received = { method, path, headers, body: await text(request) };
  seen.push(received);
  const planned = await respond(received);
  if (planned === 'never') return;
  const { status = 200, statusText, body = '' } = planned;
  response.writeHead(status, statusText).end(typeof body === 'string' ? body : JSON.stringify(body));
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const asItIs = (data: unknown) => data as never;

const success = (): OddResponse => ({ body: { code: 0, data: null, message: '' } });
let page: Awaited<ReturnType<typeof openClient>>;
beforeEach(async () => {
  page = await openClient();
  seen = [];
  respond = success;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Moves the page to the fake server's origin, and sets the server's response. */
function stayAt(response: typeof respond = success): void {
  respond = response;
  window.happyDOM.setURL(`${origin}/tyy/`);
}

/** A call that shows its failure in a toast. */
const call = () => page.client.get('getUserInfo', {}, asItIs, { toast: true });

test('a call rejects with a response’s code unless it is 0, and shows the message if the call asks for a toast', async () => {
  page = await openClient((await signedIn()).token);
  const ask = (toast: boolean) =>
    page.client.get('getTrainAndGenerateResultById', { train_id: 'none' }, asItIs, { toast });

  await expect(ask(false)).rejects.toMatchObject({ name: 'ApiError', code: 1003 });
  expect(page.toasts()).toEqual([]);
  const error = await ask(true).catch((error: Error) => error);
  expect(error.message).not.toBe('');
  expect(page.toasts()).toEqual([{ text: error.message }]);
});

test.each<[object, string]>([
  [{ code: 7, msg: 'Too small' }, 'Too small'],
  [{ code: 7, message: '', errmsg: 'Too small' }, 'Too small'],
  [{ code: 7, error: 'Bad Request', message: 'Too small' }, 'Too small'],
  [{ code: 7, error: { code: 3, message: 'Too small' } }, 'Too small'],
  [{ code: 7, errors: [{ message: 'Too small' }, { message: 'Too dark' }] }, 'Too small'],
  [{ error: 'invalid', error_description: 'Too small' }, 'Too small'],
  [{ detail: [{ loc: ['body', 'photo'], msg: 'Too small', type: 'value_error' }] }, 'Too small'],
  [{ type: 'about:blank', title: 'Unprocessable', status: 422, detail: 'Too small' }, 'Too small'],
  [{ code: 7, data: { message: 'not an error' } }, 'Out Of Order'],
  [{ code: 7, data: null, message: ' \n' }, 'Out Of Order'],
])('the error %j shows the message "%s"', async (body, words) => {
  stayAt(() => ({ status: 422, statusText: 'Out Of Order', body }));
  await expect(call()).rejects.toMatchObject({
    name: 'ApiError',
    code: 'code' in body ? 7 : 422,
    message: words,
  });
  expect(page.toasts()).toEqual([{ text: words }]);
});

test.each(['', 'OK'])('a failure with only the status text %j is a network error', async statusText => {
  stayAt(() => ({ statusText, body: { code: 1000, data: null, message: '' } }));
  await expect(call()).rejects.toMatchObject({ name: 'ApiError', code: 1000 });
  expect(page.toasts()).toEqual(['error.network']);
});

test('several calls to an unreachable server show a network error only once', async () => {
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');
  const failures = await Promise.all([1, 2, 3].map(() => call().catch((error: Error) => error)));
  for (const error of failures)
    expect(error).toMatchObject({ name: 'NetworkError', cause: expect.any(Error) });
  expect(page.toasts()).toEqual(['error.network']);
});

test('POST sends the parameters of a call as JSON, and GET sends them in the query string', async () => {
  stayAt();

  await page.client.post('login', { login_type: 'a', token: '小明' }, asItIs);
  await page.client.get('getTrainAndGenerateResultById', { train_id: 'a&b', generate_id: '' }, asItIs);

  expect(seen[0]).toMatchObject({
    method: 'POST',
    path: '/v1/login',
    body: '{"login_type":"a","token":"小明"}',
  });
  expect(seen[0]?.headers['content-type']).toBe('application/json');
  expect(seen[1]).toMatchObject({
    method: 'GET',
    path: '/v1/getTrainAndGenerateResultById?train_id=a%26b&generate_id=',
    body: '',
  });
});

test('every call sends the language, and every call that is not public sends the token', async () => {
  stayAt();
  page.client.clientHooks.language = () => 'zh';
  expect(page.client.tokenWhitelist).toEqual([]);
  page.client.tokenWhitelist.push('getTemplates');

  await page.client.get('getUserInfo', {}, asItIs);
  await page.client.post('login', { login_type: 'facebook', token: 'a' }, asItIs);
  await page.client.post('jsapisignature', { url: location.href }, asItIs);
  await page.client.get('getHomePics', {}, asItIs);
  await page.client.get('getTemplates', {}, asItIs);

  expect(seen.map(({ headers }) => [headers.authorization, headers['user-language']])).toEqual([
    ['Bearer old', 'zh'],
    ...Array(4).fill([undefined, 'zh']),
  ]);
});

test('calls go to the API that the page names', async () => {
  setSettings({ apiBase: origin });
  page = await openClient();

  await page.client.get('getTemplates', {}, asItIs);

  expect(seen[0]?.path).toBe('/v1/getTemplates');
});

test('a call times out after exactly 120 seconds', async () => {
  stayAt(() => 'never');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let over = false;
  const response = call().catch((error: unknown) => {
    over = true;
    return error;
  });
  while (seen.length === 0) await turn();

  vi.advanceTimersByTime(119_999);
  await turn();
  expect(over).toBe(false);

  vi.advanceTimersByTime(1);
  expect(await response).toMatchObject({ name: 'NetworkError' });
  expect(page.toasts()).toEqual(['error.network']);
});

test('a call that its caller aborts rejects without a toast', async () => {
  stayAt(() => 'never');
  const leaving = new AbortController();

  const response = page.client.get('getUserInfo', {}, asItIs, { signal: leaving.signal, toast: true });
  await vi.waitUntil(() => seen.length === 1);
  leaving.abort();

  await expect(response).rejects.toThrow();
  expect(page.toasts()).toEqual([]);
});

test('if the server refuses a token, the client refreshes the token and sends the call again', async () => {
  page = await openClient('made-up');
  const refresh = bring(await tokenOf(overHttp(inject('backend')), 'client test'));
  page.client.clientHooks.refresh = refresh;

  expect(await page.client.get('getUserInfo', {}, asItIs)).toMatchObject({ coins: 50 });

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(page.toasts()).toEqual([]);
});

test('if the server also refuses the new token, the call fails', async () => {
  page = await openClient('made-up');
  const refresh = bring('also-made-up');
  page.client.clientHooks.refresh = refresh;

  await expect(call()).rejects.toMatchObject({ name: 'ApiError', code: 1002 });

  // The second refresh is for later calls, because this call is not repeated.
  expect(refresh.mock.calls).toEqual([
    ['made-up', 'getUserInfo'],
    ['also-made-up', 'getUserInfo'],
  ]);
  expect(page.toasts()).toHaveLength(1);
});

test('if the user cancels the new sign-in, the call rejects without a toast', async () => {
  page = await openClient('made-up');
  page.client.clientHooks.refresh = () => Promise.reject(new Error('the user closed it'));

  await expect(call()).rejects.toThrow('the user closed it');
  expect(page.toasts()).toEqual([]);
});

test('a call that is refused after another call has refreshed the token retries without another refresh', async () => {
  stayAt();
  const refused = { status: 401, body: { code: 1002, data: null, message: 'expired' } };
  const slow = later();
  respond = async request => {
    if (request.headers.authorization === 'Bearer new') return { body: { code: 0, data: request.path } };
    if (request.path === '/v1/getTemplates') await slow.promise;
    return refused;
  };
  const refresh = bring('new');
  page.client.clientHooks.refresh = refresh;

  const first = page.client.get('getTemplates', {}, asItIs);
  expect(await page.client.get('getGenerateCost', {}, asItIs)).toBe('/v1/getGenerateCost');
  slow.resolve();

  expect(await first).toBe('/v1/getTemplates');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test.each([
  ['a call that asks for no sign-in', () => page.client.get('getUserInfo', {}, asItIs, { signIn: false })],
  ['a sign-in', () => page.client.post('login', { login_type: 'facebook', token: 'a' }, asItIs)],
])('%s fails at once with HTTP 401', async (_, send) => {
  stayAt(() => ({ status: 401, body: { code: 1001, data: null, message: 'Not you' } }));
  const refresh = vi.fn(async () => false);
  page.client.clientHooks.refresh = refresh;
  await expect(send()).rejects.toMatchObject({ code: 1001 });
  expect(refresh).not.toHaveBeenCalled();
});

/** Waits for one turn of the event loop. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

function bring(token: string) {
  return vi.fn(async (_refused: string | null, _name: string) => {
    page.saveToken(token);
    return true;
  });
}
