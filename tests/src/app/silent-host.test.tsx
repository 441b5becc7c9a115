import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { signedIn } from '../../support/api/signed-in.ts';
import { openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';

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
