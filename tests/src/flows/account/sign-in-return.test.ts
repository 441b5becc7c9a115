import { expect, inject, test, vi } from 'vitest';
import { intercept, recordRequests, stubCall } from '../../../support/network.ts';
import { userAgents } from '../../../support/weixin-double.ts';
import {
  account,
  comeBack,
  flow,
  here,
  leaveFrom,
  left,
  notes,
  openPage,
  overlay,
  session,
  stayOnPages,
  toasts,
  until,
} from './sign-in-page.ts';

stayOnPages();

test('a user comes back signed in, with the token kept and the address cleaned', async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ access_token: 'sandbox:Ming', state });

  expect(here()).toBe('/tyy/');
  await until(() => session.token !== null);
  expect(localStorage.getItem('tyy.token')).toBe(session.token);
  expect(await account.getUser()).toMatchObject({ nickname: 'Ming' });
});

test('in WeChat the page leaves for WeChat’s own page, and its code signs the user in there', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  vi.stubEnv('VITE_WECHAT_APP_ID', 'wx1');
  const state = await leaveFrom('/pic-list');
  expect(left[0]?.href).toBe(
    `https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&redirect_uri=${encodeURIComponent(`${location.origin}/tyy/`)}&response_type=code&scope=snsapi_userinfo&state=${state}#wechat_redirect`,
  );

  stubCall('login', () => ({ token: 'its.token' }));
  const requests = recordRequests();
  await openPage(`/?code=once&state=${state}`);
  expect(here()).toBe('/tyy/');
  await until(() => session.token !== null);
  const [sent] = requests.filter(({ path }) => path === '/v1/login');
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({ login_type: 'wechat', token: 'once' });
});

test.each(['#wechat_redirect', '#_=_', '#'])(
  'a code is found before a fragment such as %s',
  async fragment => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
    vi.stubEnv('VITE_WECHAT_APP_ID', 'wx1');
    const state = await leaveFrom('/pic-list');
    stubCall('login', () => ({ token: 'its.token' }));
    await openPage(`/?code=once&state=${state}${fragment}`);
    expect(here()).toBe('/tyy/');
    await until(() => session.token !== null);
  },
);

test('a code that another page has sent into the address signs nobody in', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  vi.stubEnv('VITE_WECHAT_APP_ID', 'wx1');
  await leaveFrom('/pic-list');
  const requests = recordRequests();
  await openPage('/?code=theirs&state=wrong');
  await until(() => notes().includes('sign-in.not-ours'));
  expect(requests.filter(({ path }) => path === '/v1/login')).toEqual([]);
  expect(here()).toBe('/tyy/');
});

test.each([
  [
    'refuses the fresh token',
    () => Response.json({ code: 1002, data: null, message: '' }, { status: 401 }),
    null,
  ],
  ['does not respond', () => Promise.reject(new TypeError('no network')), expect.any(String)],
])('nobody is told that they are signed in where the server %s', async (_, respond, token) => {
  const state = await leaveFrom('/pic-list');
  intercept(async ({ path }, send) => (path === '/v1/login' ? send() : respond()));
  const calls = recordRequests();
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => calls.some(({ path }) => path === '/v1/getUserInfo'));
  await until(() => (flow.signInFailure() === 'refused') === (token === null));
  await new Promise(resolve => setImmediate(resolve));

  expect(session.token).toEqual(token);
  expect(flow.signInFailure()).toBe(token === null ? 'refused' : null);
  expect(toasts()).toEqual([]);
  vi.advanceTimersByTime(1000);
  await until(() => here() === '/tyy/pic-list');
});

test('one second after the sign-in the page goes back to the screen that it had left', async () => {
  const state = await leaveFrom('/making?train_id=7&generate_id=');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  const steps = history.length;

  vi.advanceTimersByTime(999);
  expect(here()).toBe('/tyy/');

  vi.advanceTimersByTime(1);
  await until(() => here() === '/tyy/making?train_id=7&generate_id=');
  expect(history.length).toBe(steps);
});

test('where the way back is not known, the requested screen replaces the one that came back', async () => {
  const state = await leaveFrom('/pic-list');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  // Something was opened, and closed again, in between.
  history.pushState(history.state, '');
  const steps = history.length;

  vi.advanceTimersByTime(1000);
  await until(() => here() === '/tyy/pic-list');
  expect(history.length).toBe(steps);
});

test('a return with another state is refused', async () => {
  await leaveFrom('/pic-list');

  await comeBack({ access_token: 'sandbox:Mallory', state: 'guessed' });
  await until(() => notes().length > 0);

  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBeNull();
  expect(localStorage.getItem('tyy.token')).toBeNull();
});

test('a return that nobody left for is refused', async () => {
  await comeBack({ access_token: 'sandbox:Mallory', state: '' });
  await until(() => notes().length > 0);

  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBeNull();
});

test('a state is good for one return', async () => {
  const state = await leaveFrom('/pic-list');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => session.token !== null);
  const { token } = session;

  await comeBack({ access_token: 'sandbox:Mallory', state });
  await until(() => notes().length > 0);

  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBe(token);
});

test('a sign-in that was cancelled at the dialog says so, and signs nobody in', async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ error: 'access_denied', error_reason: 'user_denied', state });
  await until(() => toasts().length > 0);

  expect(toasts()).toEqual(['sign-in.cancelled']);
  expect(session.token).toBeNull();
  expect(here()).toBe('/tyy/');
});

test("a token that the server refuses shows the server's words", async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ access_token: 'stolen', state });

  await until(() => toasts().length > 0);
  expect(toasts()).toEqual([{ text: expect.stringMatching(/./) }]);
  expect(session.token).toBeNull();
  expect(left).toHaveLength(1);
});

test('a fragment that is no result of the dialog is left alone', async () => {
  await openPage('/privacy#state=liquid');

  expect(here()).toBe('/tyy/privacy#state=liquid');
  expect(overlay.toasts).toEqual([]);
});

test('a path that was changed behind our back does not lead away', async () => {
  const state = await leaveFrom('/pic-list');
  sessionStorage.setItem('tyy.sign-in', JSON.stringify({ state, path: '//evil.example/pic-list' }));
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  vi.advanceTimersByTime(1000);

  expect(location.href).toBe(`${inject('backend')}/tyy/`);
});
