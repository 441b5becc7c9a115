import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aJob, uploadPhoto } from '../../support/api/a-job.ts';
import { accountOf } from '../../support/api/api.ts';
import { signedIn } from '../../support/api/signed-in.ts';
import { changeData, recordRequests, stubCall } from '../../support/network/network.ts';
import { renderAt } from '../../support/render-at.tsx';

test('a language that the user chooses is shown at once and saved', async () => {
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('radio', { name: '中文' }));
  await screen.findByRole('heading', { name: '设置' });
  expect(localStorage.getItem('tyy.language')).toBe('zh');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(document.title).toBe('设置 · Tyy 写真');
  const again = await renderAt('/setting');
  await again.findByRole('heading', { name: '设置' });
});

test('a guest is offered the sign-in, and nothing that needs a user', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  const question = await screen.findByRole('dialog', { name: 'Log out?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Log out' }));
  await screen.findByText('You are logged out');
  expect(location.pathname).toBe('/tyy/');
  expect(localStorage.getItem('tyy.token')).toBeNull();
  expect(await user.get('getUserInfo')).toMatchObject({ code });
});

test('deleting the account asks first and says what will be lost', async () => {
  const user = await signedIn();
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/deleteAccount');

  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const question = await screen.findByRole('dialog', { name: 'Delete your account?' });
  within(question).getByText('50 gold coins');
  await userEvent.click(within(question).getByRole('button', { name: 'Delete my account' }));
  await screen.findByText('Your account has been deleted');
  expect(await user.get('getUserInfo')).toMatchObject({ code: 1002 });
});

test('deleting photos and pictures keeps the account', async () => {
  const user = await signedIn();
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all photos and pictures' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.map(({ path }) => path)).not.toContain('/v1/deleteAllPics');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete all photos and pictures' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete everything' }));
  await screen.findByText('Your photos and pictures have been deleted');
  expect(await accountOf(user)).toMatchObject({ coins: 50 });
});

test('calls that the API does not declare are not offered, and logging out works without them', async () => {
  await signedIn();
  changeData('getUserInfo', () => ({ vip_level: 0 }));
  const requests = recordRequests();
  const screen = await renderAt('/setting');
  const logOut = await screen.findByRole('button', { name: 'Log out' });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/v1/getUserInfo'));
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  await userEvent.click(logOut);
  const question = await screen.findByRole('dialog', { name: 'Log out?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Log out' }));
  await screen.findByText('You are logged out');
  expect(localStorage.getItem('tyy.token')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/v1/logout');
});

test('one tap copies details for support, and nothing personal', async () => {
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

test('Settings lists the stored photos, and after an erasure the receipt has the focus', async () => {
  const user = await signedIn();
  const photo = await uploadPhoto(user);
  const screen = await renderAt('/setting');
  await screen.findByText(/^1 photo is stored/);
  screen.getByText(/^Kept until /);

  await userEvent.click(screen.getByRole('button', { name: 'Erase photo 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
  await screen.findByText('Erasure receipt');
  await screen.findByText('No photos of you are stored.');
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Erasure receipt'));
  expect((await user.get('getPhotos')).data.list).toEqual([]);
  screen.getByText(new RegExp(`^${photo.slice(photo.lastIndexOf('/') + 1)}`));

  await userEvent.click(screen.getByRole('radio', { name: '中文' }));
  await screen.findByText('删除凭证');
  screen.getByText('服务器上没有你的照片。');
});

test('a photo that could not be erased stays in the list, without a receipt', async () => {
  const user = await signedIn();
  await uploadPhoto(user);
  stubCall('deletePhoto', () => 'no network');
  const screen = await renderAt('/setting');
  await userEvent.click(await screen.findByRole('button', { name: 'Erase photo 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
  await screen.findByText('network error');
  screen.getByText(/^1 photo is stored/);
  expect(screen.queryByText('Erasure receipt')).toBeNull();
});

test('Settings and My lead to Help, which holds all ways to reach support', async () => {
  vi.stubEnv('VITE_SUPPORT_URL', 'https://support.example/');
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
const end = { name: 'Stop letting support see my pictures' };
const retry = { name: 'Let support see my pictures Try again' };
const aMoment = /^Until .+, support can view your finished pictures, but not your photos/;

async function press(button: HTMLElement): Promise<void> {
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
}

test('a user reads what support may see before allowing it, and ends the access with one tap', async () => {
  const user = await signedIn();
  const untilNow = async () => (await user.get('getSupportAccess')).data.until;
  const screen = await renderAt('/setting?help=1');
  await press(await screen.findByRole('button', allow));
  const question = within(await screen.findByRole('dialog', { name: 'Let support see your pictures?' }));
  question.getByText(/For 24 hours, .+ finished pictures.+ cannot see your photos\. Every view is recorded/);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await untilNow()).toBeNull();

  await press(await screen.findByRole('button', allow));
  await userEvent.click(await screen.findByRole('button', { name: 'Allow for 24 hours' }));
  await screen.findByText(aMoment);
  expect(await untilNow()).not.toBeNull();

  await press(await screen.findByRole('button', end));
  await screen.findByRole('button', allow);
  expect(screen.queryByText(aMoment)).toBeNull();
  expect(await untilNow()).toBeNull();
});

test('a change in another tab is shown when the page becomes visible', async () => {
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

test('if a change of support access fails, the page says so, and shows the true state', async () => {
  const user = await signedIn();
  await user.post('allowSupport', { allow: true });
  stubCall('allowSupport', () => 'no network');
  const screen = await renderAt('/setting?help=1');
  await press(await screen.findByRole('button', end));
  await screen.findByText('network error');
  await screen.findByText(aMoment);
});

const install = { name: 'Add to home screen' };

/** Dispatches the event of a browser that can install the app. */
function offer(): { prompt: ReturnType<typeof vi.fn>; event: Event } {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, event };
}

test('while the browser can install the app, Settings offers it; an installed app has persistent storage', async () => {
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

test('an offer to install that came before Settings was opened is kept', async () => {
  const screen = await renderAt('/');
  offer();
  history.pushState(null, '', '/tyy/setting');

  await screen.findByRole('button', install);
});
