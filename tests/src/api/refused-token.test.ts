import { beforeEach, expect, inject, test, vi } from 'vitest';
import { overHttp, tokenOf } from '../../support/api.ts';
import { asItIs, type ClientPage, openClient, serveOddly, stayAt } from './client-page.ts';

const server = await serveOddly();
let page: ClientPage;
beforeEach(async () => {
  page = await openClient();
});

test('a refused token is refreshed, and the call is sent once more with the new one', async () => {
  page = await openClient('made-up');
  const refresh = bring(await tokenOf(overHttp(inject('backend')), 'client test'));
  page.client.clientHooks.refresh = refresh;

  expect(await page.client.get('getUserInfo', {}, asItIs)).toMatchObject({ coins: 50 });

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(page.toasts()).toEqual([]);
});

test('where there is no other token to get, the refusal is an error', async () => {
  page = await openClient('made-up');
  page.client.clientHooks.refresh = async () => false;

  await expect(page.client.get('getUserInfo', {}, asItIs)).rejects.toMatchObject({ code: 1002 });
});

test('a second refusal is an error', async () => {
  page = await openClient('made-up');
  const refresh = bring('also-made-up');
  page.client.clientHooks.refresh = refresh;

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toMatchObject({
    name: 'ApiError',
    code: 1002,
  });

  // The second is for those that follow: this call is not sent again.
  expect(refresh.mock.calls).toEqual([
    ['made-up', 'getUserInfo'],
    ['also-made-up', 'getUserInfo'],
  ]);
  expect(page.toasts()).toHaveLength(1);
});

test('a refused token without anybody to refresh it rejects', async () => {
  page = await openClient('made-up');

  await expect(page.client.get('getUserInfo', {}, asItIs)).rejects.toMatchObject({
    name: 'ApiError',
    code: 1002,
  });
});

test('a refused token is an error at once for a call that asks for no sign-in', async () => {
  page = await openClient('made-up');
  const refresh = vi.fn(async () => false);
  page.client.clientHooks.refresh = refresh;

  await expect(page.client.get('getUserInfo', {}, asItIs, { signIn: false })).rejects.toMatchObject({
    code: 1002,
  });

  expect(refresh).not.toHaveBeenCalled();
});

test('a refresh that the user gives up rejects the call, and says nothing more', async () => {
  page = await openClient('made-up');
  page.client.clientHooks.refresh = () => Promise.reject(new Error('the user closed it'));

  await expect(page.client.get('getUserInfo', {}, asItIs, { toast: true })).rejects.toThrow(
    'the user closed it',
  );
  expect(page.toasts()).toEqual([]);
});

test('a call that was refused after another one had refreshed the token only tries again', async () => {
  stayAt(server);
  const refused = { status: 401, body: { code: 1002, data: null, message: 'expired' } };
  let letSlowRespond = () => {};
  const slowResponse = new Promise<void>(resolve => {
    letSlowRespond = resolve;
  });
  server.respond = async request => {
    if (request.headers.authorization === 'Bearer new') return { body: { code: 0, data: request.path } };
    if (request.path === '/v1/getTemplates') await slowResponse;
    return refused;
  };
  const refresh = bring('new');
  page.client.clientHooks.refresh = refresh;

  const slow = page.client.get('getTemplates', {}, asItIs);
  expect(await page.client.get('getGenerateCost', {}, asItIs)).toBe('/v1/getGenerateCost');
  letSlowRespond();

  expect(await slow).toBe('/v1/getTemplates');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a sign-in that is refused with HTTP 401 does not begin another sign-in', async () => {
  stayAt(server);
  server.respond = () => ({ status: 401, body: { code: 1001, data: null, message: 'Not you' } });
  const refresh = vi.fn(async () => false);
  page.client.clientHooks.refresh = refresh;

  await expect(
    page.client.post('login', { login_type: 'facebook', token: 'a' }, asItIs),
  ).rejects.toMatchObject({
    code: 1001,
  });

  expect(refresh).not.toHaveBeenCalled();
});

/** A refresh that brings this token. */
function bring(token: string) {
  return vi.fn(async (_refused: string | null, _name: string) => {
    page.saveToken(token);
    return true;
  });
}
