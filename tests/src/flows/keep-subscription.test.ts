import { expect, test, vi } from 'vitest';
import { openFakeShell, succeed } from '../../support/fake-shell.ts';
import { renderAt } from '../../support/render-at.tsx';
import { isVip, press, restore, sell, sellAnew, shellThatEnds, sold } from './selling-shell.ts';

sellAnew();

test('a subscription that was sold before the page was killed is found at the next visit, and not sold again', async () => {
  const shell = shellThatEnds(() => null);
  const before = await renderAt('/subscription');
  await press(before, 'Subscribe for 25 yuan');
  await vi.waitFor(() => expect(sold).toHaveLength(1));

  const screen = await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect(shell.callsOf('subscription')).toHaveLength(1);
  expect(shell.callsOf('restore')).toHaveLength(1);
});

test('where the store cannot say whether it sold, the words are that it may be paid, and it is not called again', async () => {
  const shell = shellThatEnds(() => null, { restore: () => ({ malformed: {} }) });
  const before = await renderAt('/subscription');
  await press(before, 'Subscribe for 25 yuan');
  await vi.waitFor(() => expect(sold).toHaveLength(1));

  const screen = await renderAt('/subscription');
  await screen.findByText(/^You may have paid already/);
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
  await press(screen, 'Check again');
  await vi.waitFor(() => expect(shell.callsOf('restore')).toHaveLength(2));
  expect(shell.callsOf('subscription')).toHaveLength(1);

  shell.on('restore', restore);
  await press(screen, 'Check again');
  await screen.findByRole('heading', { name: 'You are a VIP' });
});

test('a store that sold nothing is called again only after restore has said so', async () => {
  const shell = openFakeShell({
    subscription: () => ({ code: 6, message: 'The store is closed' }),
    restore,
  });
  const screen = await renderAt('/subscription');
  await press(screen, 'Subscribe for 25 yuan');
  await screen.findByText(/^The store reports no purchase/);
  expect(shell.callsOf('restore')).toHaveLength(1);
  shell.on('subscription', async ({ product_id }) =>
    succeed({ receipt: await sell('subscribe', { product_id }) }),
  );
  await press(screen, 'Continue payment');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect(await isVip()).toBe(true);
});

test('"already subscribed" keeps the order and asks restore', async () => {
  sold.push(await sell('subscribe', { product_id: 'vip_month' }));
  const shell = openFakeShell({
    subscription: () => ({ code: 3, message: 'You are already subscribed' }),
    restore,
  });
  const screen = await renderAt('/subscription');
  await press(screen, 'Subscribe for 25 yuan');
  await screen.findByRole('heading', { name: 'You are a VIP' });
  expect(shell.callsOf('subscription')).toHaveLength(1);
});
