import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { ApiUser, overHttp } from '../../support/api.ts';

let flow: typeof import('../../../src/flows/sign-in.ts');
let start: typeof import('../../../src/flows/start.ts').start;
let account: typeof import('../../../src/api/account.ts');
let pics: typeof import('../../../src/api/pics.ts');
let overlay: typeof import('../../../src/state/overlay.ts').overlay;
let session: typeof import('../../../src/state/session.ts').session;

/** Opens the page at an address below /tyy, without drawing it. */
async function openPage(address: string): Promise<void> {
  vi.resetModules();
  history.replaceState(null, '', `/tyy${address}`);
  flow = await import('../../../src/flows/sign-in.ts');
  ({ start } = await import('../../../src/flows/start.ts'));
  account = await import('../../../src/api/account.ts');
  pics = await import('../../../src/api/pics.ts');
  ({ overlay } = await import('../../../src/state/overlay.ts'));
  ({ session } = await import('../../../src/state/session.ts'));
  await start();
}

/** What the page leaves for instead of really leaving. */
let left: URL[] = [];

beforeEach(() => {
  left = [];
  // Otherwise the second before the requested screen would end in the middle of another test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(location, 'assign').mockImplementation(address => {
    left.push(new URL(address));
  });
  vi.stubEnv('VITE_LOGIN_DIALOG_URL', '/sandbox/login');
  vi.stubEnv('VITE_FACEBOOK_APP_ID', '1234');
});
afterEach(() => {
  vi.useRealTimers();
});

const toasts = () => overlay.toasts.map(toast => toast.message);
const here = () => location.pathname + location.search + location.hash;

/** Waits without moving the clock. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

/** Asks for a sign-in at an address, and returns the state that the page took to the dialog. */
async function leaveFrom(address: string): Promise<string> {
  await openPage(address);
  flow.signIn().catch(() => undefined);
  return left.at(-1)?.searchParams.get('state') ?? '';
}

/** Comes back from the dialog as it sends people back: to Home, with its answer in the fragment. */
function comeBack(answer: Record<string, string>): Promise<void> {
  return openPage(`/#${new URLSearchParams(answer)}`);
}

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

test('a user comes back signed in, with the token kept and the address cleaned', async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ access_token: 'sandbox:Ming', state });

  expect(here()).toBe('/tyy/');
  await until(() => session.token !== null);
  expect(localStorage.getItem('tyy.token')).toBe(session.token);
  expect(await account.getUser()).toMatchObject({ nickname: 'Ming' });
});

test('one second after the sign-in the requested screen replaces the one that came back', async () => {
  const state = await leaveFrom('/making?train_id=7&generate_id=');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  const steps = history.length;

  vi.advanceTimersByTime(999);
  expect(here()).toBe('/tyy/');

  vi.advanceTimersByTime(1);
  expect(here()).toBe('/tyy/making?train_id=7&generate_id=');
  expect(history.length).toBe(steps);
});

test('a return with another state is refused', async () => {
  await leaveFrom('/pic-list');

  await comeBack({ access_token: 'sandbox:Mallory', state: 'guessed' });

  expect(toasts()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBeNull();
  expect(localStorage.getItem('tyy.token')).toBeNull();
});

test('a return that nobody left for is refused', async () => {
  await comeBack({ access_token: 'sandbox:Mallory', state: '' });

  expect(toasts()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBeNull();
});

test('a state is good for one return', async () => {
  const state = await leaveFrom('/pic-list');
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => session.token !== null);
  const { token } = session;

  await comeBack({ access_token: 'sandbox:Mallory', state });

  expect(toasts()).toEqual(['sign-in.not-ours']);
  expect(session.token).toBe(token);
});

test('a sign-in that was cancelled at the dialog says so, and signs nobody in', async () => {
  const state = await leaveFrom('/pic-list');

  await comeBack({ error: 'access_denied', error_reason: 'user_denied', state });

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

test('a fragment that is no answer of the dialog is left alone', async () => {
  await openPage('/privacy#state=liquid');

  expect(here()).toBe('/tyy/privacy#state=liquid');
  expect(overlay.toasts).toEqual([]);
});

test('a user who steps back from the dialog without an answer is not sent there again at once', async () => {
  await leaveFrom('/pic-list');
  await openPage('/pic-list');

  await expect(flow.signIn()).rejects.toMatchObject({ name: 'Cancelled' });
  expect(left).toHaveLength(1);

  flow.signIn().catch(() => undefined);
  expect(left).toHaveLength(2);
});

test('a page that the browser had kept asks again after the user stepped back', async () => {
  await openPage('/pic-list');
  const attempt = flow.signIn();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  await expect(attempt).rejects.toMatchObject({ name: 'Cancelled' });

  flow.signIn().catch(() => undefined);
  expect(left).toHaveLength(2);
});

test('a path that was changed behind our back does not lead away', async () => {
  const state = await leaveFrom('/pic-list');
  sessionStorage.setItem('tyy.sign-in', JSON.stringify({ state, path: '//evil.example/pic-list' }));
  await comeBack({ access_token: 'sandbox:Ming', state });
  await until(() => toasts().includes('sign-in.done'));
  vi.advanceTimersByTime(1000);

  expect(location.href).toBe(`${inject('backend')}/tyy/`);
});
