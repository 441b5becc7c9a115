import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import { intercept, recordRequests } from '../../support/network/network.ts';
import { openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { setSettings } from '../../support/set-settings.ts';

const open = ['/v1/login', '/v1/getHomePics'];

/** Simulates an inconsistent server, which signs users in but then refuses their tokens on some paths. */
function refuse(isRefused: (path: string) => boolean): void {
  intercept(({ path }, send) =>
    isRefused(path)
      ? Promise.resolve(Response.json({ code: 1002, data: null, message: 'expired' }, { status: 401 }))
      : send(),
  );
}

/** Opens a native app in which the login works. `saved` is a token from an earlier visit. */
function openShell(saved: string | null) {
  if (saved) localStorage.setItem('tyy.token', saved);
  let count = 0;
  const token = `sandbox:locked ${process.pid} ${Date.now()}`;
  return openFakeShell({ login: () => succeed({ login_type: 'facebook', token: `${token} ${++count}` }) });
}

test.each([
  ['/coin-flow', null],
  ['/personal-center', 'made-up'],
  ['/make-pic', 'made-up'],
  ['/making?train_id=1', null],
])(
  'on %s, with the saved token %s, a refused fresh token shows "Try again" after one login',
  async (path, saved) => {
    const shell = openShell(saved);
    let isLocked = true;
    refuse(call => isLocked && call.startsWith('/v1/') && !open.includes(call));

    const screen = await renderAt(path);
    await screen.findByText(/Sign-in didn’t work/);
    expect(shell.callsOf('login')).toHaveLength(1);

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(shell.callsOf('login')).toHaveLength(2));
    await screen.findByText(/Sign-in didn’t work/);
    expect(shell.callsOf('login')).toHaveLength(2);

    isLocked = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(shell.callsOf('login')).toHaveLength(3));
    await vi.waitFor(() => expect(localStorage.getItem('tyy.token')).not.toBeNull());
    expect(screen.queryByText(/Sign-in didn’t work/)).toBeNull();
  },
);

test('a call that the server also refuses with a new token starts no second login', async () => {
  const shell = openShell('made-up');
  refuse(path => path === '/v1/getCoinStatementList');

  const screen = await renderAt('/coin-flow');

  await screen.findByRole('heading', { name: 'Coin history' });
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(/Sign-in didn’t work/)).toBeNull();
  expect(localStorage.getItem('tyy.token')).not.toBeNull();
  expect(shell.callsOf('login')).toHaveLength(1);
});

test('if the native app refuses a login, the screen does not repeat the login', async () => {
  localStorage.setItem('tyy.token', 'made-up');
  const shell = openFakeShell({ login: () => ({ code: 7, message: 'Facebook is closed' }) });

  const screen = await renderAt('/coin-flow');
  await screen.findByText(/Sign in to make pictures/);
  expect(shell.callsOf('login')).toHaveLength(1);

  history.pushState(null, '', '/tyy/personal-center');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByText(/Sign in to make pictures/);
  expect(shell.callsOf('login')).toHaveLength(1);

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await vi.waitFor(() => expect(shell.callsOf('login')).toHaveLength(2));
});

test('in Chinese, a page leaves for the login dialog only after the user has ticked the box that names both texts', async () => {
  newPhone();
  setSettings({ facebookAppId: '1234' });
  localStorage.setItem('tyy.language', 'zh');
  const leave = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const screen = await renderAt('/coin-flow');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '登录' });
  const box = screen.getByRole<HTMLInputElement>('checkbox', {
    name: /^我已阅读并同意《 ?服务条款 ?》和《 ?隐私政策 ?》$/,
  });
  expect([box.checked, button.disabled]).toEqual([false, true]);
  await userEvent.click(button);
  expect(leave).not.toHaveBeenCalled();
  await userEvent.click(box);
  await userEvent.click(button);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
});

test('in Chinese, the native app’s own login begins without a box', async () => {
  localStorage.setItem('tyy.language', 'zh');
  const shell = openFakeShell({ login: () => ({ code: 7, message: 'Facebook is closed' }) });
  const screen = await renderAt('/coin-flow');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '登录' });
  expect(shell.callsOf('login')).toHaveLength(1);
  expect(button.disabled).toBe(false);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a screen that needs a sign-in opens once the user has signed in on another tab', async () => {
  openFakeShell({ login: () => ({ code: 7, message: 'Facebook is closed' }) });
  const screen = await renderAt('/coin-flow');
  await screen.findByText(/Sign in to make pictures/);

  await signedIn();
  window.dispatchEvent(new StorageEvent('storage', { key: 'tyy.token' }));

  await screen.findAllByText(/50/);
});

test.each([
  ['/coin-flow', 'getCoinStatementList'],
  ['/make-pic', 'getGenerateCost'],
])('on %s, the page repeats %s once when the same user signs in again', async (path, call) => {
  const shell = openFakeShell({
    login: () => succeed({ login_type: 'facebook', token: `sandbox:same ${process.pid}` }),
  });
  // A returning user whose token has expired.
  await (await renderAt('/personal-center')).findByText(/same/);
  await vi.waitFor(() => expect(shell.cache.get('tyy.user')).toBeDefined());
  const logins = shell.callsOf('login').length;
  refuse(path => shell.callsOf('login').length === logins && path.startsWith('/v1/') && !open.includes(path));
  const requests = recordRequests();
  const isSecondPage = ({ query }: (typeof requests)[number]) => query.get('cur_page') === '2';

  await renderAt(path);
  // The second page of the screen's list is requested last.
  await vi.waitUntil(() => requests.some(isSecondPage), 10_000);
  const calls = requests.filter(request => request.path === `/v1/${call}` && !isSecondPage(request));
  expect(calls).toHaveLength(2);
  expect(shell.callsOf('login')).toHaveLength(logins + 1);
});

test("if another user signs in, the screen shows only the new user's data", async () => {
  let name = `Ann ${process.pid}`;
  const shell = openFakeShell({
    login: () => succeed({ login_type: 'facebook', token: `sandbox:${name}` }),
  });
  await (await renderAt('/personal-center')).findByText(name);
  const before = name;
  name = `Ben ${process.pid}`;
  refuse(path => shell.callsOf('login').length === 1 && path.startsWith('/v1/') && !open.includes(path));

  const screen = await renderAt('/personal-center');
  await screen.findByText(name);
  expect(screen.queryByText(before)).toBeNull();
  expect(shell.callsOf('login')).toHaveLength(2);
});

afterEach(() => {
  vi.useRealTimers();
});

function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

test('if the native app does not reply to a restore, the overlay says so after 10 s and the user can leave', async () => {
  await signedIn();
  openFakeShell({ restore: () => null });
  const screen = await renderAt('/subscription');
  const restore = await screen.findByRole('button', { name: 'Restore purchases' });
  stopTimers();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(restore);
  await screen.findByText('Looking for your purchases…');
  expect(screen.queryByRole('button', { name: 'Stop waiting' })).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText('Still waiting for your phone…');
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  await vi.waitFor(() => expect(screen.queryByText('Looking for your purchases…')).toBeNull(), 10_000);
});

test('if the native app does not reply to a login, the user can start the login again', async () => {
  const shell = openFakeShell({ login: () => null });
  stopTimers();
  const screen = await renderAt('/setting').then(() => renderAt('/recharge'));
  await vi.waitFor(() => expect(shell.callsOf('login')).toHaveLength(1), 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText(/^Sign-in hasn’t finished yet/);
  shell.on('login', () => succeed({ login_type: 'facebook', token: `sandbox:silent ${Date.now()}` }));
  vi.useRealTimers();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('50 gold coins');
});

test('if the native app does not reply to an ad, the user can use the ad badge again', async () => {
  await signedIn();
  const shell = openFakeShell({ showRewardedAd: () => null });
  const screen = await renderAt('/personal-center');
  const badge = await screen.findByRole('button', { name: 'Free coins: 15' });
  stopTimers();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(badge);
  await user.click(await screen.findByRole('button', { name: 'Watch an ad to get 15 gold coins' }));
  await vi.waitFor(() => expect(shell.callsOf('showRewardedAd')).toHaveLength(1), 10_000);
  // The badge starts its timer only after a paint, so wait.
  await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(10_000);
  await user.click(
    await screen.findByRole('button', { name: 'The ad hasn’t finished. Tap to stop waiting.' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Free coins: 15' }));
  await user.click(await screen.findByRole('button', { name: 'Watch an ad to get 15 gold coins' }));
  await vi.waitFor(() => expect(shell.callsOf('showRewardedAd')).toHaveLength(2), 10_000);
});
