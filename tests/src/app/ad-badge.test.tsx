import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, vi } from 'vitest';
import { accountOf } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import { intercept } from '../../support/network/network.ts';
import { closeFakeShell, openFakeShell, type ShellOutcome, succeed } from '../../support/phone/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';

function openInShell(ad: ShellOutcome<'showRewardedAd'> = succeed({})): void {
  openFakeShell({ showRewardedAd: () => ad });
}

async function watchAnAd(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Free coins: 15' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Watch an ad to get 15 gold coins' }));
}

afterEach(() => {
  vi.useRealTimers();
});

test.for([-3600, 400_000])(
  'on a phone whose clock is %i seconds off, the second tap plays an ad and earns 15 coins',
  async (seconds, { user }) => {
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
    openInShell();
    await renderAt('/personal-center');
    await watchAnAd();
    await screen.findByText('+15 gold coins');
    expect((await accountOf(user)).coins).toBe(65);
    await screen.findByText('65');
  },
);

test('an ad reward that the app claims again after a lost response is paid once', async ({ user }) => {
  openInShell();
  let isLost = true;
  const rewards: string[] = [];
  intercept(async ({ path, body }, send) => {
    const response = await send();
    if (path !== '/v1/adReward') return response;
    rewards.push(body);
    if (isLost) throw new TypeError('no network');
    return response;
  });
  await renderAt('/personal-center');
  await watchAnAd();
  await screen.findByText(/couldn’t be added/);
  isLost = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(rewards).toHaveLength(2));
  const [first, second] = rewards.map(body => JSON.parse(body));
  expect(second).toMatchObject({ nonce: first.nonce, id: first.id });
  await vi.waitFor(async () => expect((await accountOf(user)).coins).toBe(65));
});

test("a skipped ad earns no coins, and the page shows the native app's message", async ({ user }) => {
  openInShell({ code: 2, message: 'Watch it to the end' });
  await renderAt('/personal-center');
  await watchAnAd();
  await screen.findByText('Watch it to the end');
  await screen.findByRole('button', { name: 'Free coins: 15' });
  expect((await accountOf(user)).coins).toBe(50);
});

test('the open ad badge closes 5 seconds after the last touch', async () => {
  openInShell();
  await renderAt('/personal-center');
  const entry = await screen.findByRole('button', { name: 'Free coins: 15' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  entry.click();
  await vi.advanceTimersByTimeAsync(4900);
  expect(entry.getAttribute('aria-expanded')).toBe('true');
  entry.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await vi.advanceTimersByTimeAsync(4900);
  expect(entry.getAttribute('aria-expanded')).toBe('true');
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await screen.findByRole('button', { name: 'Free coins: 15', expanded: false });
});

test('the ad badge stays open while a keyboard’s focus is on it', async () => {
  openInShell();
  await renderAt('/personal-center');
  const entry = await screen.findByRole('button', { name: 'Free coins: 15' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  entry.focus();
  entry.click();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(entry.getAttribute('aria-expanded')).toBe('true');
  entry.blur();
  await vi.advanceTimersByTimeAsync(5100);
  expect(entry.getAttribute('aria-expanded')).toBe('false');
});

test('the ad badge is missing on Settings and in hosts without ads', async () => {
  openInShell();
  const inShell = await renderAt('/setting');
  await inShell.findByRole('heading', { name: 'Settings' });
  expect(inShell.queryByRole('button', { name: /Free coins/ })).toBeNull();

  closeFakeShell();
  const inBrowser = await renderAt('/personal-center');
  await inBrowser.findByText('Your coins');
  expect(inBrowser.queryByRole('button', { name: /Free coins/ })).toBeNull();
});
