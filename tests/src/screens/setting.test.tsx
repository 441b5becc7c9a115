import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aJob, uploadPhoto } from '../../support/api/a-job.ts';
import { accountOf } from '../../support/api/api.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { changeData, recordRequests, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { setSettings } from '../../support/set-settings.ts';

test('Settings shows a newly chosen language at once and saves the choice', async () => {
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('radio', { name: '中文' }));
  await screen.findByRole('heading', { name: '设置' });
  expect(localStorage.getItem('tyy.language')).toBe('zh');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(document.title).toBe('设置 · Tyy 写真');
  const again = await renderAt('/setting');
  await again.findByRole('heading', { name: '设置' });
});

test('Settings offers a guest the sign-in, but nothing that requires an account', async () => {
  const screen = await renderAt('/setting');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('button', { name: /Log out|Delete/ })).toBeNull();
  await screen.findByRole('link', { name: 'Privacy policy' });
  await screen.findByText('0.0.0-test');
});

test.each([
  ['and ends the session on the server', 'online', 1002],
  ['even if the server cannot be reached', 'no network', 0],
] as const)('logging out asks first, and removes all data of the user, %s', async (_, network, code) => {
  const user = await signedIn();
  if (network === 'no network') stubCall('logout', () => network);
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  const question = await screen.findByRole('dialog', { name: 'Sign out?' });
  await press(within(question).getByRole('button', { name: 'Sign out' }));
  await screen.findByText('You’re signed out');
  expect(location.pathname).toBe('/tyy/');
  expect(localStorage.getItem('tyy.token')).toBeNull();
  expect(await user.get('getUserInfo')).toMatchObject({ code });
});

test('before deleting the account, Settings asks and names the coins that will be lost', async () => {
  const user = await signedIn();
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await press(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/deleteAccount');

  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const question = await screen.findByRole('dialog', { name: 'Delete your account?' });
  within(question).getByText('50 gold coins');
  await press(within(question).getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('Your account has been deleted');
  expect(await user.get('getUserInfo')).toMatchObject({ code: 1002 });
});

test('deleting all photos and pictures asks first and keeps the account', async () => {
  const user = await signedIn();
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all photos and pictures' }));
  await press(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/deleteAllPics');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all photos and pictures' }));
  await press(await screen.findByRole('button', { name: 'Delete everything' }));
  await screen.findByText('Your photos and pictures have been deleted');
  expect(await accountOf(user)).toMatchObject({ coins: 50 });
});

test('Settings offers no calls that the API lacks, and logging out works without the call logout', async () => {
  await signedIn();
  changeData('getUserInfo', () => ({ vip_level: 0 }));
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  const logOut = await screen.findByRole('button', { name: 'Sign out' });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/v1/getUserInfo'));
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  await userEvent.click(logOut);
  const question = await screen.findByRole('dialog', { name: 'Sign out?' });
  await press(within(question).getByRole('button', { name: 'Sign out' }));
  await screen.findByText('You’re signed out');
  expect(localStorage.getItem('tyy.token')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/v1/logout');
});

test('one tap copies technical details for support without personal data', async () => {
  const user = await signedIn();
  const { user_id, nickname } = await accountOf(user);
  const { train_id, generate_id } = await aJob(user);
  const screen = await renderAt('/setting?help=1');
  const typing = userEvent.setup();
  const button = await screen.findByRole('button', { name: 'Copy details for support' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  const { noteError } = await import('../../../src/platform/error-log.ts');
  const address = `https://pics.example/pics/${user_id}/1.jpg?sign=0123456789abcdef`;
  noteError('getPics', new Error(`GET ${address} failed`, { cause: new TypeError('Failed to fetch') }));
  await typing.click(button);
  await screen.findByText('Copied. Paste it into your message to support.');

  const copied = await navigator.clipboard.readText();
  for (const part of ['0.0.0-test', 'Host: browser', navigator.userAgent, train_id, generate_id])
    expect(copied).toContain(part);
  expect(copied).toMatch(/Last errors:\n.+Z getPics: Error .+ ← TypeError Failed to fetch$/);
  for (const personal of [user_id, nickname, localStorage.getItem('tyy.token') ?? '-', 'sign=', '/pics/'])
    expect(copied).not.toContain(personal);
  screen.getByText(/Host: browser/);
});

test('Settings lists the stored photos, and after erasing a photo moves the focus to the receipt', async () => {
  const user = await signedIn();
  const photo = await uploadPhoto(user);
  const screen = await renderAt('/setting');
  await screen.findByText(/^1 photo is stored/);
  screen.getByText(/^Kept until /);

  await userEvent.click(screen.getByRole('button', { name: 'Delete photo 1' }));
  await press(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Deletion receipt');
  await screen.findByText('No photos of you are stored.');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Deletion receipt'));
  expect((await user.get('getPhotos')).data.list).toEqual([]);
  screen.getByText(new RegExp(`^${photo.slice(photo.lastIndexOf('/') + 1)}`));

  await userEvent.click(screen.getByRole('radio', { name: '中文' }));
  await screen.findByText('删除凭证');
  screen.getByText('服务器上没有你的照片。');
});

test('if a photo cannot be erased, the photo stays in the list and there is no receipt', async () => {
  const user = await signedIn();
  await uploadPhoto(user);
  stubCall('deletePhoto', () => 'no network');
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo 1' }));
  await press(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('network error');
  screen.getByText(/^1 photo is stored/);
  expect(screen.queryByText('Deletion receipt')).toBeNull();
});

test('Settings and My lead to Help, which holds all ways to reach support', async () => {
  setSettings({ supportUrl: 'https://support.example/' });
  await signedIn();
  for (const path of ['/personal-center', '/setting']) {
    const screen = await renderAt(path);
    expect(screen.queryByText(/support/i)).toBeNull();
    await userEvent.click(await screen.findByRole('link', { name: 'Help' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Help' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const support = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Customer support' });
    expect(support.href).toBe('https://support.example/');
    await screen.findByRole('button', { name: 'Copy details for support' });
    await screen.findByText('To report a picture, open it and tap More.');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(location.pathname + location.search).toBe(`/tyy${path}`));
  }
});

const allow = { name: 'Let support see my pictures' };
const end = { name: 'Stop support access' };
const retry = { name: 'Let support see my pictures Try again' };
const aMoment = /^Until .+, support can see your finished pictures, not your photos/;

async function press(button: HTMLElement): Promise<void> {
  await vi.waitFor(() => expect(button.matches(':disabled, [aria-disabled=true]')).toBe(false), 10_000);
  await userEvent.click(button);
}

test('a user sees what support may view before allowing access, and can end the access with one tap', async () => {
  const user = await signedIn();
  const untilNow = async () => (await user.get('getSupportAccess')).data.until;
  const screen = await renderAt('/setting?help=1');
  await press(await screen.findByRole('button', allow));
  const question = within(await screen.findByRole('dialog', { name: 'Let support see your pictures?' }));
  question.getByText(/For 24 hours, .+ finished pictures, not your photos\. Every view is recorded/);
  await press(question.getByRole('button', { name: 'Cancel' }));
  expect(await untilNow()).toBeNull();

  await press(await screen.findByRole('button', allow));
  await press(await screen.findByRole('button', { name: 'Allow for 24 hours' }));
  await screen.findByText(aMoment);
  expect(await untilNow()).not.toBeNull();

  await press(await screen.findByRole('button', end));
  await screen.findByRole('button', allow);
  expect(screen.queryByText(aMoment)).toBeNull();
  expect(await untilNow()).toBeNull();
});

test('Settings shows support access that another tab has allowed when the page becomes visible', async () => {
  const user = await signedIn();
  const screen = await renderAt('/setting?help=1');
  await screen.findByRole('button', allow);
  await user.post('allowSupport', { allow: true });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(aMoment);
});

test('if support access fails to load, the user can load it again', async () => {
  const user = await signedIn();
  const { until } = (await user.post('allowSupport', { allow: true })).data;
  let isOffline = true;
  stubCall('getSupportAccess', () => (isOffline ? 'no network' : { until }));
  const screen = await renderAt('/setting?help=1');
  const unknown = await screen.findByRole('button', retry);
  expect(screen.queryByText(aMoment)).toBeNull();
  isOffline = false;
  await userEvent.click(unknown);
  await screen.findByText(aMoment);
});

test('if ending support access fails, Settings shows an error and the unchanged access', async () => {
  const user = await signedIn();
  await user.post('allowSupport', { allow: true });
  stubCall('allowSupport', () => 'no network');
  const screen = await renderAt('/setting?help=1');
  await press(await screen.findByRole('button', end));
  await screen.findByText('network error');
  await screen.findByText(aMoment);
});

const install = { name: 'Add to home screen' };

/** Simulates a browser that can install the app. */
function offer(): { prompt: ReturnType<typeof vi.fn>; event: Event } {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, event };
}

test('Settings offers to install the app if the browser can, and an installed app requests persistent storage', async () => {
  const persist = vi.fn(async () => true);
  Object.defineProperty(navigator, 'storage', { value: { persist }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  const screen = await renderAt('/setting');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(screen.queryByRole('button', install)).toBeNull();

  const { prompt, event } = offer();
  await userEvent.click(await screen.findByRole('button', install));

  expect(event.defaultPrevented).toBe(true);
  expect(prompt).toHaveBeenCalledTimes(1);
  await vi.waitUntil(() => screen.queryByRole('button', install) === null);
  expect(persist).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('appinstalled'));
  expect(persist).toHaveBeenCalled();
});

test('Settings offers to install the app even if the browser announced this before Settings was opened', async () => {
  const screen = await renderAt('/');
  offer();
  history.pushState(null, '', '/tyy/setting');

  await screen.findByRole('button', install);
});
