import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { changeData, recordRequests, stubCall, withoutFeatures } from '../../../support/network/network.ts';
import { succeed } from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { press, test } from './store-test.ts';

beforeEach(() => {
  newPhone();
  stubCall('getGenerateCost', () => ({ num: 205 }));
});

test('the pack that is enough is paid from the offer, which leaves with it', async ({ openShell, store }) => {
  openShell(receipt => succeed({ receipt }));
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  await screen.findByRole('heading', { name: 'You are 155 gold coins short' });
  await press(screen, 'Get 300 gold coins for 28 yuan');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Your balance: 350 gold coins');
  expect(store.receipts).toHaveLength(1);
});

test('a payment that the user cancels brings the offer back, which says that nothing was paid', async ({
  openShell,
  store,
}) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  await press(screen, 'Get 300 gold coins for 28 yuan');
  await screen.findByText('No payment was received. Your photos and template are saved.');
  expect(store.receipts).toHaveLength(0);

  await press(screen, 'Get 300 gold coins for 28 yuan');
  await screen.findByText('Your balance: 350 gold coins');
});

test('while a payment may have been made only its end is asked about, and nothing more is sold', async ({
  openShell,
  store,
}) => {
  withoutFeatures();
  openShell(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  const offer = within(await screen.findByRole('dialog', { name: 'Payment not confirmed yet' }));
  expect(offer.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Check again',
    'Show the order',
    'Cancel',
  ]);

  await press(screen, 'Check again');
  await screen.findByRole('dialog', { name: 'Payment not confirmed yet' });
  await press(screen, 'Show the order');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
  expect(store.receipts).toHaveLength(1);
});

test('where the packs cannot be listed, the offer leads to their screens', async ({ openShell }) => {
  openShell(receipt => succeed({ receipt }));
  stubCall('getRechargeConfigsList', () => 'no network');
  const requests = recordRequests();
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  const offer = within(await screen.findByRole('dialog', { name: 'You are 155 gold coins short' }));
  expect(offer.queryByRole('button', { name: /yuan/ })).toBeNull();
  offer.getByRole('button', { name: 'Subscribe, no coins needed' });
  expect(requests.map(({ path }) => path)).not.toContain('/v1/createOrder');
});

test.for<[string, { id: number | string; pay_amount: number; days: number }[], string | null]>([
  ['has plans', [{ id: 101, pay_amount: 25, days: 30 }], 'VIP from 25 yuan, no coins needed'],
  ['has no plan', [], null],
  ['has a plan that the phone’s store cannot know', [{ id: 'a plan', pay_amount: 25, days: 30 }], null],
])('where the API %s, the offer has %j as its way to VIP: %s', async ([, plans, button], { openShell }) => {
  openShell(receipt => succeed({ receipt }));
  changeData('getRechargeConfigsList', data => (data.list[0]?.vip_level ? { list: plans } : data));
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  const offer = within(await screen.findByRole('dialog', { name: 'You are 155 gold coins short' }));
  const names = offer.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter(name => name?.endsWith('no coins needed'))).toEqual(button ? [button] : []);
});

test('while the phone still shows its payment sheet, nothing says that a payment is being confirmed', async ({
  openShell,
  store,
}) => {
  openShell(() => null);
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  await screen.findByRole('heading', { name: 'You are 155 gold coins short' });
  const { overlay } = await import('../../../../src/state/overlay.ts');
  const { subscribe } = await import('valtio');
  const said: unknown[] = [];
  // Synchronously, to see messages too that are replaced before they render.
  subscribe(overlay, () => said.push(overlay.loading?.message), true);
  await press(screen, 'Get 300 gold coins for 28 yuan');

  await waitFor(() => expect(store.receipts).toHaveLength(1));
  expect(said).toContain('pay.ordering');
  expect(said).not.toContain('pay.confirming.title');
});

test('"Check again" says that the payment is being confirmed, also where somebody has asked already', async ({
  openShell,
  store,
}) => {
  withoutFeatures();
  const shell = openShell(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  const screen = await renderAt('/make-pic');
  await press(screen, '155 short');
  await screen.findByRole('dialog', { name: 'Payment not confirmed yet' });

  shell.keepSilent('restore');
  const { continuePayment } = await import('../../../../src/flows/money/pay.ts');
  continuePayment();
  const { payment } = await import('../../../../src/state/order.ts');
  await waitFor(() => expect(payment.status).toBe('confirming'));
  await press(screen, 'Check again');
  await screen.findByText('Confirming your payment…');
});
