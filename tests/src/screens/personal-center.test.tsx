import { userEvent } from '@testing-library/user-event';
import { test } from 'vitest';
import { callBackend, renderAt, signedIn } from '../../support/render-at.tsx';

test('my page shows who I am, my coins, and the ways to what is mine', async () => {
  await signedIn();
  const screen = await renderAt('/personal-center');
  await screen.findByText(/^person /);
  await screen.findByText('Not subscribed');
  await screen.findByText('50');
  for (const name of ['My pictures', 'Subscription', 'Coin history', 'Settings']) {
    await screen.findByRole('link', { name });
  }
  await screen.findByRole('button', { name: 'Get coins' });
});

test('it shows the newest balance each time it comes into view', async () => {
  const token = await signedIn();
  const screen = await renderAt('/personal-center');
  await screen.findByText('50');
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }));
  await screen.findByRole('heading', { name: 'Settings' });

  const { order_id } = await callBackend<{ order_id: string }>('/v1/createOrder', token, { config_id: 1 });
  const paid = await fetch(`${location.origin}/sandbox/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id }),
  });
  await callBackend('/v1/paySuccess', token, { order_id, receipt: (await paid.json()).receipt });

  const { go } = await import('../../../src/platform/navigation.ts');
  go('/personal-center');
  await screen.findByText('150');
});
