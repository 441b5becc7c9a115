import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { buy } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { FakeStore } from '../../support/phone/fake-store.ts';
import { renderAt } from '../../support/render-at.tsx';

const monthId = 101;

test('it says what VIP gives, which plans there are, and what they cost', async () => {
  const screen = await renderAt('/subscription');
  await screen.findByRole('radio', { name: /^1 month.*25 yuan/ });
  expect(await screen.findAllByText('Make pictures without coins')).toHaveLength(2);
  // A browser has no banner.
  expect(screen.queryByText('No banner ads')).toBeNull();
  await screen.findByRole('radio', { name: /works out at 16.50 yuan a month · save 45% ?Best value$/ });
  await screen.findByText('You are not subscribed yet');
  await userEvent.click(await screen.findByRole('radio', { name: /^1 year/ }));
  await screen.findByRole('button', { name: 'Get VIP · 198 yuan' });
});

test('in the native app its store is asked, and the server confirms the receipt', async ({ user }) => {
  const shell = openFakeShell(new FakeStore(user.transport).actions());
  const screen = await renderAt('/subscription');
  await screen.findByText('No banner ads');
  await userEvent.click(await screen.findByRole('button', { name: 'Get VIP · 25 yuan' }));
  await screen.findByRole('heading', { name: 'You are a VIP' });
  await screen.findByText(/^Until \d+ \w+ \d{4}$/);
  await screen.findByRole('button', { name: 'Extend for 25 yuan' });
  expect(shell.callsOf('subscription').map(call => call.params)).toEqual([{ product_id: 'vip_month' }]);
  expect(shell.callsOf('closeBannerAd').length).toBeGreaterThan(0);
});

test('restoring finds what the store remembers', async ({ user }) => {
  const store = new FakeStore(user.transport);
  openFakeShell(store.actions());
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('Nothing was bought');

  await store.sell({ product_id: 'vip_month' });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('Your subscription has been restored');
});

test.each([
  [2, '', 'There is no subscription to restore.'],
  [5, '  ', 'Your phone could not look for earlier purchases.'],
])('restoring that is refused with code %i and the words "%s" says so', async (code, message, words) => {
  openFakeShell({ restore: () => ({ code, message }) });
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText(words);
});

test('restoring that the user ends needs no words', async () => {
  const shell = openFakeShell({ restore: () => ({ code: 1, message: '' }) });
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await waitFor(() => expect(shell.callsOf('restore')).toHaveLength(1));
  const { overlay } = await import('../../../src/state/overlay.ts');
  await waitFor(() => expect(overlay.loading).toBeNull());
  expect(overlay.toasts).toEqual([]);
});

test('without a store the server knows what was bought', async ({ user }) => {
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('There is no subscription to restore.');
  await buy(user, monthId);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByRole('heading', { name: 'You are a VIP' });
});
