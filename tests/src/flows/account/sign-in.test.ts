import { expect, inject, test, vi } from 'vitest';
import { ApiUser, overHttp, signInAt } from '../../../support/api.ts';
import {
  account,
  flow,
  leaveFrom,
  left,
  notes,
  openPage,
  pics,
  session,
  signInAndLeave,
  stayOnPages,
  until,
} from './sign-in-page.ts';

stayOnPages();

test('a sign-in leaves for the dialog with all that it needs', async () => {
  const state = await leaveFrom('/pic-list');

  expect(left).toHaveLength(1);
  expect(left[0]?.origin).toBe(inject('backend'));
  expect(left[0]?.pathname).toBe('/sandbox/login');
  expect(Object.fromEntries(left[0]?.searchParams ?? [])).toEqual({
    client_id: '1234',
    redirect_uri: `${inject('backend')}/tyy/`,
    state,
    response_type: 'token',
  });
  expect(state).toMatch(/^[a-z0-9]{32}$/);
});

test("without a configured dialog it is Facebook's", async () => {
  vi.stubEnv('VITE_LOGIN_DIALOG_URL', undefined);

  await leaveFrom('/pic-list');

  expect(left[0]?.href).toMatch(/^https:\/\/www\.facebook\.com\/dialog\/oauth\?client_id=1234&/);
});

test('each departure has its own state', async () => {
  const first = await leaveFrom('/making');
  sessionStorage.clear();

  expect(await leaveFrom('/making')).not.toBe(first);
});

test('however many ask at the same time, the page leaves once', async () => {
  await openPage('/');
  localStorage.setItem('tyy.token', 'made-up');
  await openPage('/');

  for (const ask of [account.getUser, pics.getPersonalPics, pics.getGenerateCost]) {
    ask().catch(() => undefined);
  }
  flow.signIn().catch(() => undefined);

  await until(() => left.length > 0 && session.token === null);
  await new ApiUser(overHttp(inject('backend'))).get('getHomePics');
  expect(left).toHaveLength(1);
});

test('a user who steps back from the dialog without signing in is not sent there again at once', async () => {
  await leaveFrom('/pic-list');
  await openPage('/pic-list');

  await expect(flow.signIn()).rejects.toMatchObject({ name: 'Cancelled' });
  expect(left).toHaveLength(1);

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('a page that the browser had kept asks again after the user stepped back', async () => {
  await openPage('/pic-list');
  const attempt = flow.signIn();
  await until(() => left.length > 0);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  await expect(attempt).rejects.toMatchObject({ name: 'Cancelled' });

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('where the browser blocks storage, the user is told so and is not sent away for nothing', async () => {
  await openPage('/pic-list');
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

  await expect(flow.signIn()).rejects.toThrow();

  expect(left).toEqual([]);
  expect(notes()).toEqual(['sign-in.blocked']);
});

test('a second tab does not leave for the dialog by itself while the first is there', async () => {
  await leaveFrom('/pic-list');
  sessionStorage.clear();
  await openPage('/coin-flow');

  await expect(pics.getGenerateCost()).rejects.toMatchObject({ name: 'Cancelled' });
  expect(left).toHaveLength(1);

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('a tab whose user has stepped back keeps no other from the dialog', async () => {
  await leaveFrom('/pic-list');
  await openPage('/pic-list');
  await expect(flow.signIn()).rejects.toMatchObject({ name: 'Cancelled' });
  await openPage('/coin-flow');

  pics.getGenerateCost().catch(() => undefined);
  await until(() => left.length === 2);
});

test('a call that is refused after another tab has signed in goes on with the new token', async () => {
  const { token } = await signInAt(inject('backend'), 'Ann of the other tab');
  localStorage.setItem('tyy.token', 'made-up');
  await openPage('/');
  localStorage.setItem('tyy.token', token);

  expect(await account.getUser()).toMatchObject({ nickname: 'Ann of the other tab' });
  expect(session.token).toBe(token);
  expect(left).toEqual([]);
});
