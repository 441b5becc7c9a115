import { expect, inject, test, vi } from 'vitest';
import { insidePath } from '../../../../src/flows/account/sign-in.ts';
import { ApiUser, overHttp, signInAt } from '../../../support/api/api.ts';
import { intercept, recordRequests, stubCall } from '../../../support/network/network.ts';
import { openFakeShell, type ShellOutcome, succeed } from '../../../support/phone/fake-shell.ts';
import { userAgents } from '../../../support/phone/weixin-double.ts';
import {
  account,
  comeBack,
  flow,
  here,
  leaveFrom,
  left,
  notes,
  openPage,
  pics,
  session,
  signInAndLeave,
  stayOnPages,
  toasts,
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
  // Some WeChats add a fragment of their own.
  await openPage(`/?code=once&state=${state}#wechat_redirect`);
  expect(here()).toBe('/tyy/');
  await until(() => session.token !== null);
  const [sent] = requests.filter(({ path }) => path === '/v1/login');
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({ login_type: 'wechat', token: 'once' });
});

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
  // The user opened and closed something meanwhile.
  history.pushState(history.state, '');
  const steps = history.length;

  vi.advanceTimersByTime(1000);
  await until(() => here() === '/tyy/pic-list');
  expect(history.length).toBe(steps);
});

test.each([
  ['that another page guessed', async () => void (await leaveFrom('/pic-list')), 'guessed'],
  ['that nobody left with', async () => undefined, ''],
])('a return with a state %s is refused', async (_, leave, state) => {
  await leave();
  await comeBack({ access_token: 'sandbox:Mallory', state });
  await until(() => notes().length > 0);

  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBeNull();
  expect(localStorage.getItem('tyy.token')).toBeNull();
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

test('a path that was changed behind our back does not lead away', async () => {
  const state = await leaveFrom('/pic-list');
  sessionStorage.setItem('tyy.sign-in', JSON.stringify({ state, path: '//evil.example/pic-list' }));
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  vi.advanceTimersByTime(1000);

  expect(location.href).toBe(`${inject('backend')}/tyy/`);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/../..',
  '/\t/evil.example',
  '@evil.example',
  '',
])('the requested path %j ends at Home', path => {
  expect(insidePath(path)).toBe('/');
});

test.each(['/', '/making?train_id=7&generate_id=', '/pic?generate_id=a%2Fb'])(
  'the requested path %j stays as it is',
  path => {
    expect(insidePath(path)).toBe(path);
  },
);

/** Opens the page with an invalid token, in a shell whose login has this outcome. */
async function openShell(login: ShellOutcome<'login'>) {
  const shell = openFakeShell({ login: () => login });
  localStorage.setItem('tyy.token', 'made-up');
  vi.resetModules();
  const { start } = await import('../../../../src/flows/app/start.ts');
  const { getUser } = await import('../../../../src/api/account.ts');
  const { getPersonalPics } = await import('../../../../src/api/jobs.ts');
  const { overlay } = await import('../../../../src/state/overlay.ts');
  await start();
  return {
    getUser,
    getPersonalPics,
    logins: () => shell.callsOf('login').length,
    toasts: () => overlay.toasts.map(toast => toast.message),
  };
}

test('several refused calls share one native login, and then succeed', async () => {
  const { getUser, getPersonalPics, logins, toasts } = await openShell(
    succeed({ login_type: 'facebook', token: 'sandbox:Shell' }),
  );

  const results = await Promise.all([getUser(), getPersonalPics(), getUser()]);

  expect(results[0]).toMatchObject({ nickname: 'Shell' });
  expect(logins()).toBe(1);
  expect(toasts()).toEqual([]);
});

test('a native login that fails is said once, and rejects the calls', async () => {
  const { getUser, getPersonalPics, logins, toasts } = await openShell({
    code: 7,
    message: 'Facebook is closed',
  });

  const results = await Promise.allSettled([getUser(), getPersonalPics()]);

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(logins()).toBe(1);
  expect(toasts()).toEqual([{ text: 'Facebook is closed' }]);
});
