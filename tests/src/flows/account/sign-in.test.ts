import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { insidePath } from '../../../../src/flows/account/sign-in.ts';
import { ApiUser, overHttp, signInAt } from '../../../support/api/api.ts';
import { intercept, recordRequests, stubCall } from '../../../support/network/network.ts';
import { userAgents } from '../../../support/phone/weixin-double.ts';
import { setSettings } from '../../../support/set-settings.ts';
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

test('the login dialog gets the client id, the return address and a random state', async () => {
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

test("without a configured dialog the page opens Facebook's dialog", async () => {
  vi.stubGlobal('appSettings', { facebookAppId: '1234' });
  await leaveFrom('/pic-list');
  expect(left[0]?.href).toMatch(/^https:\/\/www\.facebook\.com\/dialog\/oauth\?client_id=1234&/);
});

test('a page on which a user signs in reports its client events', async () => {
  const sent: { address: string; screen: string }[] = [];
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (address: string, report: string) => sent.push({ address, screen: JSON.parse(report).screen }),
  });
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'sendBeacon');
    Reflect.deleteProperty(document, 'visibilityState');
  });
  const state = await leaveFrom('/pic-list');
  await comeBack({ access_token: 'sandbox:Ann', state });
  await until(() => session.user !== null);
  // The page of the list may report too, because it hears of the sign-in as another tab would.
  const ofHome = () => sent.filter(({ screen }) => screen === '');
  await until(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    return ofHome().length > 0;
  });
  expect(ofHome()).toEqual([{ address: expect.stringContaining('/v1/clientReport'), screen: '' }]);
});

test('several simultaneous sign-ins open the login dialog only once', async () => {
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

test('after the user steps back from the login dialog, only another sign-in by the user opens it again', async () => {
  await leaveFrom('/pic-list');
  await openPage('/pic-list');

  await expect(flow.signIn()).rejects.toMatchObject({ name: 'Cancelled' });
  expect(left).toHaveLength(1);

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('a page that is restored from the back/forward cache can open the login dialog again', async () => {
  await openPage('/pic-list');
  const attempt = flow.signIn();
  await until(() => left.length > 0);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  await expect(attempt).rejects.toMatchObject({ name: 'Cancelled' });

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('if the browser blocks session storage, a sign-in shows a note and does not open the login dialog', async () => {
  await openPage('/pic-list');
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });

  await expect(flow.signIn()).rejects.toThrow();

  expect(left).toEqual([]);
  expect(notes()).toEqual(['sign-in.blocked']);
});

test('while one tab shows the login dialog, another opens the dialog only if the user starts a sign-in', async () => {
  await leaveFrom('/pic-list');
  sessionStorage.clear();
  await openPage('/coin-flow');

  await expect(pics.getGenerateCost()).rejects.toMatchObject({ name: 'Cancelled' });
  expect(left).toHaveLength(1);

  await signInAndLeave();
  expect(left).toHaveLength(2);
});

test('a call that is refused after another tab has signed in continues with the new token', async () => {
  const { token } = await signInAt(inject('backend'), 'Ann of the other tab');
  localStorage.setItem('tyy.token', 'made-up');
  await openPage('/');
  localStorage.setItem('tyy.token', token);

  expect(await account.getUser()).toMatchObject({ nickname: 'Ann of the other tab' });
  expect(session.token).toBe(token);
  expect(left).toEqual([]);
});

test('in WeChat the app opens WeChat’s sign-in page and signs the user in with the returned code', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  setSettings({ wechatAppId: 'wx1' });
  const state = await leaveFrom('/pic-list');
  expect(left[0]?.href).toBe(
    `https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&redirect_uri=${encodeURIComponent(`${location.origin}/tyy/`)}&response_type=code&scope=snsapi_userinfo&state=${state}#wechat_redirect`,
  );

  stubCall('login', () => ({ token: 'its.token' }));
  const requests = recordRequests();
  // Add a fragment, as some versions of WeChat do.
  await openPage(`/?code=once&state=${state}#wechat_redirect`);
  expect(here()).toBe('/tyy/');
  await until(() => session.token !== null);
  const [sent] = requests.filter(({ path }) => path === '/v1/login');
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({ login_type: 'wechat', token: 'once' });
});

test.each([
  [
    'refuses the fresh token',
    () => Response.json({ code: 1002, data: null, message: '' }, { status: 401 }),
    null,
  ],
  ['does not respond', () => Promise.reject(new TypeError('no network')), expect.any(String)],
])('the page does not say that the user is signed in if the server %s', async (_, respond, token) => {
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

test('after the login dialog the user is signed in, and a second later returns to the previous screen', async () => {
  const state = await leaveFrom('/making?train_id=7&generate_id=');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  expect(localStorage.getItem('tyy.token')).toBe(session.token);
  expect(await account.getUser()).toMatchObject({ nickname: 'Ming' });
  const steps = history.length;

  vi.advanceTimersByTime(999);
  expect(here()).toBe('/tyy/');

  vi.advanceTimersByTime(1);
  await until(() => here() === '/tyy/making?train_id=7&generate_id=');
  expect(history.length).toBe(steps);
});

test.each([
  ['a token with a state that another page guessed', true, '/#access_token=sandbox%3AMallory&state=guessed'],
  ['a code with a state that another page guessed', true, '/?code=theirs&state=guessed'],
  ['a token although the page never left', false, '/#access_token=sandbox%3AMallory&state='],
])('a return with %s is refused', async (_, hasLeft, address) => {
  if (hasLeft) await leaveFrom('/pic-list');
  const requests = recordRequests();
  await openPage(address);
  await until(() => notes().length > 0);

  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(requests.filter(({ path }) => path === '/v1/login')).toEqual([]);
  expect([session.token, localStorage.getItem('tyy.token')]).toEqual([null, null]);
  expect(here()).toBe('/tyy/');
});

test('a login state is valid for only one return', async () => {
  const state = await leaveFrom('/pic-list');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => session.token !== null);
  const { token } = session;

  await comeBack({ access_token: 'sandbox:Mallory', state });
  await until(() => notes().length > 0);
  expect(notes()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBe(token);
});

test("if the server refuses the dialog's token, the page shows the server's message", async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ access_token: 'stolen', state });

  await until(() => toasts().length > 0);
  expect(toasts()).toEqual([{ text: expect.stringMatching(/./) }]);
  expect(session.token).toBeNull();
  expect(left).toHaveLength(1);
});

test('after a sign-in, Home opens if the saved path leads to another origin', async () => {
  const state = await leaveFrom('/pic-list');
  sessionStorage.setItem('tyy.sign-in', JSON.stringify({ state, path: '//evil.example/pic-list' }));
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  vi.advanceTimersByTime(1000);

  expect(location.href).toBe(`${inject('backend')}/tyy/`);
});

test.each([
  ...['//evil.example', '/\\evil.example', '/..//evil.example', 'https:evil.example', '@evil.example'],
  ...['javascript:alert(1)', '/../..', '/\t/evil.example', ''],
])('if the requested path is %j, Home opens', path => {
  expect(insidePath(path)).toBe('/');
});

test.each(['/', '/making?train_id=7&generate_id=', '/pic?generate_id=a%2Fb'])('insidePath keeps %s', path => {
  expect(insidePath(path)).toBe(path);
});
