import { userEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { buy } from '../../support/api.ts';
import { stubCall } from '../../support/network.ts';
import { renderAt } from '../../support/render-at.tsx';
import { test } from '../../support/signed-in.ts';

test('my page shows who I am, my coins, and the ways to what is mine', async () => {
  const screen = await renderAt('/personal-center');
  await screen.findByText(/^Ann /);
  await screen.findByText('Not subscribed');
  await screen.findByText('50');
  for (const name of ['My pictures', 'Subscription', 'Coin history', 'Settings']) {
    await screen.findByRole('link', { name });
  }
  await screen.findByRole('button', { name: 'Get coins' });
});

test('it shows the newest balance each time it comes into view', async ({ user }) => {
  const screen = await renderAt('/personal-center');
  await screen.findByText('50');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Settings' });

  await buy(user, 1);

  const { go } = await import('../../../src/platform/navigation.ts');
  go('/personal-center');
  await screen.findByText('150');
});

test('where the API says nothing of coins, the way to them is there all the same', async () => {
  stubCall('getUserInfo', () => ({ vip_level: 0 }));
  const screen = await renderAt('/personal-center');
  await screen.findByRole('link', { name: 'Get coins' });
});

test('without a network it says that the user comes by itself, and so it does', async () => {
  let isOnline = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  stubCall('getUserInfo', () =>
    isOnline ? { vip_level: 0, nickname: 'Back again', coins: 7 } : 'no network',
  );
  const screen = await renderAt('/personal-center');
  await screen.findByText('You are offline. This will appear when you are back online.');

  isOnline = true;
  window.dispatchEvent(new Event('online'));

  await screen.findByText('Back again');
  expect(screen.queryByRole('alert')).toBeNull();
});
