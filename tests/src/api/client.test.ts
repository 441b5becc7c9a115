import { beforeEach, expect, test, vi } from 'vitest';
import { listOf } from '../../../src/api/data.ts';
import { number, string } from '../../../src/platform/parse.ts';
import { signedIn } from '../../support/signed-in.ts';
import { asItIs, type ClientPage, openClient, serveOddly, stayAt } from './client-page.ts';

const server = await serveOddly();
let page: ClientPage;
beforeEach(async () => {
  page = await openClient();
});

test('a call resolves with the data of the envelope', async () => {
  page = await openClient((await signedIn()).token);

  expect(await page.client.get('getUserInfo', {}, asItIs)).toMatchObject({ vip_level: 0, coins: 50 });
  expect(page.toasts()).toEqual([]);
});

test('a code other than 0 rejects with that code, and shows the message', async () => {
  page = await openClient((await signedIn()).token);

  const response = page.client.get('getTrainAndGenerateResultById', { train_id: 'none' }, asItIs, {
    toast: true,
  });

  const error = (await response.catch((error: unknown) => error)) as {
    name: string;
    code: number;
    message: string;
  };
  expect(error).toMatchObject({ name: 'ApiError', code: 1003 });
  expect(error.message).not.toBe('');
  expect(page.toasts()).toEqual([{ text: error.message }]);
});

test('an error is not shown by a call that asks for no toast', async () => {
  page = await openClient((await signedIn()).token);

  const response = page.client.get('getTrainAndGenerateResultById', { train_id: 'x' }, asItIs);

  await expect(response).rejects.toThrow();
  expect(page.toasts()).toEqual([]);
});

test('an error without a message shows the status text', async () => {
  stayAt(server);
  server.respond = () => ({
    status: 500,
    statusText: 'Out Of Order',
    body: { code: 1000, data: null, message: '' },
  });

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'ApiError',
    message: 'Out Of Order',
  });
  expect(page.toasts()).toEqual([{ text: 'Out Of Order' }]);
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
])('the words of the error %j are read', async (body, words) => {
  stayAt(server);
  server.respond = () => ({ status: 422, statusText: 'Out Of Order', body });
  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'ApiError',
    code: 'code' in body ? 7 : 422,
    message: words,
  });
  expect(page.toasts()).toEqual([{ text: words }]);
});

test('a message of spaces is none', async () => {
  stayAt(server);
  server.respond = () => ({
    status: 503,
    statusText: 'Out Of Order',
    body: { code: 1000, data: null, message: ' \n' },
  });
  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    message: 'Out Of Order',
  });
  expect(page.toasts()).toEqual([{ text: 'Out Of Order' }]);
});

test.each(['', 'OK'])('an error with no words but the status %j shows network error', async statusText => {
  stayAt(server);
  server.respond = () => ({ statusText, body: { code: 1000, data: null, message: '' } });

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'ApiError',
    code: 1000,
  });
  expect(page.toasts()).toEqual(['error.network']);
});

test.each([
  ['that is not JSON', '<html>Welcome to the hotel</html>'],
  ['that is empty', ''],
  ['without a code', { data: [] }],
  ['whose code is no number', { code: 'ok', data: [] }],
  ['that is null', 'null'],
])('a response %s is a network error', async (_, body) => {
  stayAt(server);
  server.respond = () => ({ body });

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'NetworkError',
  });
  expect(page.toasts()).toEqual(['error.network']);
});

test('a success envelope with a failed HTTP status does not count as success', async () => {
  stayAt(server);
  server.respond = () => ({ status: 502, statusText: 'Bad Gateway', body: { code: 0, data: { coins: 1 } } });

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'NetworkError',
    message: 'Bad Gateway',
  });
});

test('a server that is not there is a network error with its cause', async () => {
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  const error = (await page.client
    .get('getUserInfo', {}, asItIs, { toast: true })
    .catch((error: unknown) => error)) as Error;

  expect(error).toMatchObject({ name: 'NetworkError' });
  expect(error.cause).toBeInstanceOf(Error);
  expect(page.toasts()).toEqual(['error.network']);
});

test('the same failure of several calls is said once', async () => {
  window.happyDOM.setURL('http://127.0.0.1:9/tyy/');

  await Promise.allSettled([1, 2, 3].map(() => page.client.get('getUserInfo', {}, asItIs, { toast: true })));

  expect(page.toasts()).toEqual(['error.network']);
});

test('a list is read from its envelope, and from a bare array', () => {
  const parse = listOf(number);
  for (const list of [{ list: [1, 2] }, [1, 2]]) expect(parse(list)).toEqual({ list: [1, 2] });
  for (const list of [{ list: [] }, []]) expect(parse(list)).toEqual({ list: [] });
});

test.each([{ list: 'abc' }, { list: [1, 2] }, { list: { a: 1 } }, { rows: ['abc'] }, 'abc', 5])(
  'data that do not fit, like %j, are a network error, shown where a toast was asked for',
  async data => {
    stayAt(server);
    server.respond = () => ({ body: { code: 0, data, message: '' } });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

    const pics = page.client.get('getHomePics', {}, listOf(string), { toast: true });

    await expect(pics).rejects.toMatchObject({ name: 'NetworkError', message: '' });
    expect(page.toasts()).toEqual(['error.network']);
    expect(warn).toHaveBeenCalled();
  },
);
