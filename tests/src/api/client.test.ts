import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callBackend, signedIn } from '../../support/render-at.tsx';
import { type OddServer, openOddServer } from './odd-server.ts';

let server: OddServer;
beforeAll(async () => {
  server = await openOddServer();
});
afterAll(() => server.close());

let client: typeof import('../../../src/api/client.ts');
let overlay: typeof import('../../../src/state/overlay.ts').overlay;
let session: typeof import('../../../src/state/session.ts').session;

/** Loads the client anew, as a page does that finds this token in local storage. */
async function openPage(token: string | null = 'old'): Promise<void> {
  vi.resetModules();
  if (token) localStorage.setItem('tyy.token', token);
  client = await import('../../../src/api/client.ts');
  ({ overlay } = await import('../../../src/state/overlay.ts'));
  ({ session } = await import('../../../src/state/session.ts'));
}

/** Puts the page on the odd server's origin. */
function stayAtOddServer(): void {
  window.happyDOM.setURL(`${server.origin}/tyy/`);
}

beforeEach(async () => {
  server.seen = [];
  server.answer = () => ({ body: { code: 0, data: null, message: '' } });
  await openPage();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const toasts = () => overlay.toasts.map(toast => toast.message);

test('a call resolves with the data of the envelope', async () => {
  await openPage(await signedIn());

  expect(await client.call('/v1/getUserInfo')).toMatchObject({ vip_level: 0, coins: 50 });
  expect(toasts()).toEqual([]);
});

test('a body is sent as JSON, and a query in the address', async () => {
  stayAtOddServer();

  await client.call('/v1/a', { method: 'POST', body: { name: '小明', list: [1] } });
  await client.call('/v1/b', { query: { cur_page: 1, words: 'a&b' } });

  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/a', body: '{"name":"小明","list":[1]}' });
  expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  expect(server.seen[1]).toMatchObject({ method: 'GET', path: '/v1/b?cur_page=1&words=a%26b', body: '' });
});

test('a code other than 0 rejects with that code, and shows the message', async () => {
  await openPage(await signedIn());

  const answer = client.call('/v1/getTrainAndGenerateResultById', { query: { train_id: 'none' } });

  const error = (await answer.catch(error => error)) as { name: string; code: number; message: string };
  expect(error).toMatchObject({ name: 'ApiError', code: 1003 });
  expect(error.message).not.toBe('');
  expect(toasts()).toEqual([{ text: error.message }]);
});

test('an error is not shown by a call that turns its toast off', async () => {
  await openPage(await signedIn());

  const answer = client.call('/v1/getTrainAndGenerateResultById', { query: { train_id: 'x' }, toast: false });

  await expect(answer).rejects.toThrow();
  expect(toasts()).toEqual([]);
});

test('an error without a message shows the status text', async () => {
  stayAtOddServer();
  server.answer = () => ({
    status: 500,
    statusText: 'Out Of Order',
    body: { code: 1000, data: null, message: '' },
  });

  await expect(client.call('/v1/a')).rejects.toMatchObject({ name: 'ApiError', message: 'Out Of Order' });
  expect(toasts()).toEqual([{ text: 'Out Of Order' }]);
});

test('an error with neither message nor status text shows network error', async () => {
  stayAtOddServer();
  server.answer = () => ({ statusText: '', body: { code: 1000, data: null } });

  await expect(client.call('/v1/a')).rejects.toMatchObject({ name: 'ApiError', code: 1000 });
  expect(toasts()).toEqual(['error.network']);
});

test.each([
  ['that is not JSON', '<html>Welcome to the hotel</html>'],
  ['that is empty', ''],
  ['without a code', { data: [] }],
  ['whose code is no number', { code: '0', data: [] }],
  ['that is null', 'null'],
])('an answer %s is a network error', async (_, body) => {
  stayAtOddServer();
  server.answer = () => ({ body });

  await expect(client.call('/v1/a')).rejects.toMatchObject({ name: 'NetworkError' });
  expect(toasts()).toEqual(['error.network']);
});

test('a success that came with a failed HTTP status is none', async () => {
  stayAtOddServer();
  server.answer = () => ({ status: 502, statusText: 'Bad Gateway', body: { code: 0, data: { coins: 1 } } });

  await expect(client.call('/v1/a')).rejects.toMatchObject({ name: 'NetworkError', message: 'Bad Gateway' });
});

test('a server that is not there is a network error with its cause', async () => {
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  const error = (await client.call('/v1/a').catch(error => error)) as Error;

  expect(error).toMatchObject({ name: 'NetworkError' });
  expect(error.cause).toBeInstanceOf(Error);
  expect(toasts()).toEqual(['error.network']);
});

test('the same failure of several calls is said once', async () => {
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  await Promise.allSettled([client.call('/v1/a'), client.call('/v1/b'), client.call('/v1/c')]);

  expect(toasts()).toEqual(['error.network']);
});

test('calls carry the token and the language', async () => {
  stayAtOddServer();
  client.clientHooks.language = () => 'zh';

  await client.call('/v1/getUserInfo');

  expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer old', 'user-language': 'zh' });
});

test('a call without a person carries no token', async () => {
  localStorage.clear();
  await openPage(null);
  stayAtOddServer();

  await client.call('/v1/getTemplates');

  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test.each(['/v1/login', '/v1/jsapisignature', '/v1/getHomePics'])(
  '%s never carries the token',
  async path => {
    stayAtOddServer();

    await client.call(path, { query: { a: 1 } });

    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(server.seen[0]?.headers['user-language']).toBe('en');
  },
);

test('the whitelist is empty, and a call that is put on it skips the token', async () => {
  stayAtOddServer();
  expect(client.tokenWhitelist).toEqual([]);

  client.tokenWhitelist.push('/v1/getTemplates');
  await client.call('/v1/getTemplates');

  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test('calls go to the base address that the build was given', async () => {
  vi.stubEnv('VITE_API_BASE', server.origin);
  await openPage();

  await client.call('/v1/getTemplates');

  expect(server.seen[0]?.path).toBe('/v1/getTemplates');
});

test('a call is given up after 120 seconds, and not before', async () => {
  stayAtOddServer();
  server.answer = () => 'never';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let over = false;
  const answer = client.call('/v1/a').catch(error => {
    over = true;
    return error;
  });
  while (server.seen.length === 0) await turn();

  vi.advanceTimersByTime(119_999);
  await turn();
  expect(over).toBe(false);

  vi.advanceTimersByTime(1);
  expect(await answer).toMatchObject({ name: 'NetworkError' });
  expect(toasts()).toEqual(['error.network']);
});

test('a call that its caller gives up rejects without a toast', async () => {
  stayAtOddServer();
  server.answer = () => 'never';
  const leaving = new AbortController();

  const answer = client.call('/v1/a', { signal: leaving.signal });
  await vi.waitUntil(() => server.seen.length === 1);
  leaving.abort();

  await expect(answer).rejects.toThrow();
  expect(toasts()).toEqual([]);
});

test('a call that was given up before it began never leaves', async () => {
  stayAtOddServer();

  await expect(client.call('/v1/a', { signal: AbortSignal.abort() })).rejects.toThrow();

  expect(server.seen).toEqual([]);
});

test('a list is read from its envelope, from a bare array, and from nothing', () => {
  expect(client.listOf({ list: [1, 2] })).toEqual([1, 2]);
  expect(client.listOf([1, 2])).toEqual([1, 2]);
  expect(client.listOf(null)).toEqual([]);
});

test('a refused token is refreshed, and the call is sent once more with the new one', async () => {
  await openPage('made up');
  const refresh = bring(await aToken());
  client.clientHooks.refresh = refresh;

  expect(await client.call('/v1/getUserInfo')).toMatchObject({ coins: 50 });

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(toasts()).toEqual([]);
});

test('a second refusal is an error', async () => {
  await openPage('made up');
  const refresh = bring('also made up');
  client.clientHooks.refresh = refresh;

  await expect(client.call('/v1/getUserInfo')).rejects.toMatchObject({ name: 'ApiError', code: 1002 });

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(toasts()).toHaveLength(1);
});

test('a refused token without anybody to refresh it rejects', async () => {
  await openPage('made up');

  await expect(client.call('/v1/getUserInfo')).rejects.toMatchObject({ name: 'ApiError', code: 1002 });
});

test('a refused token is an error at once for a call that asks for no sign-in', async () => {
  await openPage('made up');
  const refresh = vi.fn(async () => {});
  client.clientHooks.refresh = refresh;

  await expect(client.call('/v1/getUserInfo', { signIn: false })).rejects.toMatchObject({ code: 1002 });

  expect(refresh).not.toHaveBeenCalled();
});

test('a refresh that the person gives up rejects the call, and says nothing more', async () => {
  await openPage('made up');
  client.clientHooks.refresh = () => Promise.reject(new Error('the person closed it'));

  await expect(client.call('/v1/getUserInfo')).rejects.toThrow('the person closed it');
  expect(toasts()).toEqual([]);
});

test('a call that was refused after another one had refreshed the token only tries again', async () => {
  stayAtOddServer();
  const refused = { status: 401, body: { code: 1002, data: null, message: 'expired' } };
  let letSlowAnswer = () => {};
  const slowAnswer = new Promise<void>(resolve => {
    letSlowAnswer = resolve;
  });
  server.answer = async request => {
    if (request.headers.authorization === 'Bearer new') return { body: { code: 0, data: request.path } };
    if (request.path === '/v1/slow') await slowAnswer;
    return refused;
  };
  const refresh = bring('new');
  client.clientHooks.refresh = refresh;

  const slow = client.call('/v1/slow');
  expect(await client.call('/v1/quick')).toBe('/v1/quick');
  letSlowAnswer();

  expect(await slow).toBe('/v1/slow');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a sign-in that is refused with HTTP 401 does not begin another sign-in', async () => {
  stayAtOddServer();
  server.answer = () => ({ status: 401, body: { code: 1001, data: null, message: 'Not you' } });
  const refresh = vi.fn(async () => {});
  client.clientHooks.refresh = refresh;

  await expect(client.call('/v1/login', { method: 'POST', body: {} })).rejects.toMatchObject({ code: 1001 });

  expect(refresh).not.toHaveBeenCalled();
});

async function aToken(): Promise<string> {
  const body = { login_type: 'facebook', token: 'sandbox:client test' };
  return (await callBackend<{ token: string }>('/v1/login', undefined, body)).token;
}

/** A refresh that brings this token. */
function bring(token: string) {
  return vi.fn(async () => {
    session.token = token;
  });
}

/** Lets everything happen that needs no time. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
