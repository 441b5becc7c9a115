import { waitFor } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import { accountOf } from '../../../support/api.ts';
import { openFakeShell, succeed } from '../../../support/fake-shell.ts';
import { newPhone } from '../../../support/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { press, test } from './store-test.ts';

test('a subscription that was sold before the page was killed is found at the next visit, and not sold again', async ({
  openShell,
  store,
}) => {
  const shell = openShell(() => null);
  const before = await renderAt('/subscription');
  await press(before, 'Get VIP · 25 yuan');
  await waitFor(() => expect(store.receipts).toHaveLength(1));

  const screen = await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect(shell.callsOf('subscription')).toHaveLength(1);
  expect(shell.callsOf('restore')).toHaveLength(1);
});

test('where the store cannot say whether it sold, the words are that it may be paid, and it is not called again', async ({
  openShell,
  store,
}) => {
  const shell = openShell(() => null, { restore: () => ({ malformed: {} }) });
  const before = await renderAt('/subscription');
  await press(before, 'Get VIP · 25 yuan');
  await waitFor(() => expect(store.receipts).toHaveLength(1));

  const screen = await renderAt('/subscription');
  await screen.findByText(/^You may have paid already/);
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
  await press(screen, 'Check again');
  await waitFor(() => expect(shell.callsOf('restore')).toHaveLength(2));
  expect(shell.callsOf('subscription')).toHaveLength(1);

  shell.on('restore', store.restore);
  await press(screen, 'Check again');
  await screen.findByRole('heading', { name: 'You are a VIP' });
});

test('a store that sold nothing is called again only after restore has said so', async ({ store, user }) => {
  const shell = openFakeShell({
    subscription: () => ({ code: 6, message: 'The store is closed' }),
    restore: store.restore,
  });
  const screen = await renderAt('/subscription');
  await press(screen, 'Get VIP · 25 yuan');
  await screen.findByText(/^The store shows no purchase/);
  expect(shell.callsOf('restore')).toHaveLength(1);
  shell.on('subscription', async ({ product_id }) => succeed({ receipt: await store.sell({ product_id }) }));
  await press(screen, 'Continue payment');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect((await accountOf(user)).vip_level).toBe(1);
});

test('"already subscribed" keeps the order and asks restore', async ({ store }) => {
  await store.sell({ product_id: 'vip_month' });
  const shell = openFakeShell({
    subscription: () => ({ code: 3, message: 'You are already subscribed' }),
    restore: store.restore,
  });
  const screen = await renderAt('/subscription');
  await press(screen, 'Get VIP · 25 yuan');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect(shell.callsOf('subscription')).toHaveLength(1);
});

test('the store is not asked about an order that was never started, or whose start the user took back', async ({
  store,
}) => {
  const shell = openFakeShell({
    subscription: () => ({ code: 1, message: '' }),
    restore: store.restore,
  });
  await press(await renderAt('/subscription'), 'Get VIP · 25 yuan');
  await waitFor(() => expect(shell.cache.get('tyy.order')).toContain('"started":null'));

  const screen = await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Continue payment' });
  expect(shell.callsOf('restore')).toEqual([]);
});

test('in a browser, a subscription that was not paid at the cashier is open at the next visit', async () => {
  newPhone();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await renderAt('/subscription').then(screen => press(screen, 'Get VIP · 25 yuan'));
  await waitFor(() => expect(assign).toHaveBeenCalled());

  const screen = await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You have an unfinished payment' });
  await screen.findByRole('button', { name: 'Continue payment' });
});
