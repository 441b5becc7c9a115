import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type FakeShell, openFakeShell, succeed } from '../../support/fake-shell.ts';
import { callBackend, renderAt, signedIn } from '../../support/render-at.tsx';

let token: string;

beforeEach(async () => {
  token = await signedIn();
});

async function postSandbox<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(location.origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Puts the page into a native app whose store sells subscriptions and remembers them. */
function openInShell(): FakeShell {
  return openFakeShell({
    subscription: async params => succeed(await postSandbox('/sandbox/subscribe', params)),
    async restore() {
      const { user_id } = await callBackend<{ user_id: string }>('/v1/getUserInfo', token);
      const { receipts } = await postSandbox<{ receipts: string[] }>('/sandbox/restore', { user_id });
      const [receipt] = receipts;
      return receipt ? succeed({ receipt }) : { code: 9, message: 'Nothing was bought' };
    },
  });
}

async function subscribeElsewhere(): Promise<void> {
  const { order_id } = await callBackend<{ order_id: string }>('/v1/createOrder', token, { config_id: 101 });
  const { receipt } = await postSandbox<{ receipt: string }>('/sandbox/pay', { order_id });
  await callBackend('/v1/paySuccess', token, { order_id, receipt });
}

test('it says what VIP gives, which plans there are, and what they cost', async () => {
  const screen = await renderAt('/subscription');
  await screen.findByRole('radio', { name: /^1 month.*25 yuan/ });
  await screen.findByText('Make pictures without coins');
  await screen.findByText('No banner ads');
  await screen.findByText('You are not subscribed yet');
  await userEvent.click(await screen.findByRole('radio', { name: /^1 year/ }));
  await screen.findByRole('button', { name: 'Subscribe for 198 yuan' });
});

test('in the native app its store is asked, and the server confirms the receipt', async () => {
  const shell = openInShell();
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe for 25 yuan' }));
  await screen.findByRole('heading', { name: 'You are a VIP' });
  await screen.findByText(/^Until \d+ \w+ \d{4}$/);
  await screen.findByRole('button', { name: 'Extend for 25 yuan' });
  expect(shell.callsOf('subscription').map(call => call.params)).toEqual([{ product_id: 'vip_month' }]);
  expect(shell.callsOf('closeBannerAd').length).toBeGreaterThan(0);
});

test('restoring finds what the store remembers', async () => {
  openInShell();
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('Nothing was bought');

  await subscribeElsewhere();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('Your subscription is restored');
});

test('without a store the server knows what was bought', async () => {
  const screen = await renderAt('/subscription');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByText('There is no subscription to restore.');
  await subscribeElsewhere();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore purchases' }));
  await screen.findByRole('heading', { name: 'You are a VIP' });
});
