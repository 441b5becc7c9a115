import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect } from 'vitest';
import { changeData, recordRequests, stubCall, withoutFeatures } from '../../../support/network/network.ts';
import { succeed } from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { press } from '../../../support/wizard.ts';
import { test } from './store-test.ts';

beforeEach(() => {
  newPhone();
  stubCall('getGenerateCost', () => ({ num: 205 }));
});

const short = 'You’re 155 gold coins short';
const pack = 'Get 300 gold coins for 28 yuan';

/** Opens the wizard for a user who lacks 155 coins, and opens the offer. */
async function openOffer(title = short) {
  await renderAt('/make-pic');
  await press('155 short');
  return within(await screen.findByRole('dialog', { name: title }));
}

/** Waits until the screen with the templates no longer says that coins are missing. */
const enoughCoins = () => waitFor(() => expect(screen.queryByText(/short|Your balance/)).toBeNull());

test('a payment in the offer of missing coins closes the offer', async ({ openShell, store }) => {
  openShell(receipt => succeed({ receipt }));
  await openOffer();
  await press(pack);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await enoughCoins();
  expect(store.receipts).toHaveLength(1);
});

test('the offer of coins opens again after a cancelled payment', async ({ openShell, store }) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  await openOffer();
  await press(pack);
  await screen.findByText('No payment was received. Your photos and template are saved.');
  expect(store.receipts).toHaveLength(0);

  await press(pack);
  await enoughCoins();
});

test('after an unclear payment, the offer can only check the payment', async ({ openShell, store }) => {
  // Neither this phone nor this API reports the payment's result.
  withoutFeatures();
  const shell = openShell(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await renderAt('/recharge');
  await press('Pay 45 yuan');
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  const offer = await openOffer('Payment not confirmed yet');
  const names = offer.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Check again', 'Show the order', 'Cancel']);
  await press('Check again');
  await screen.findByRole('dialog', { name: 'Payment not confirmed yet' });
  await press('Show the order');
  await waitFor(() => expect(location.pathname).toBe('/tyy/recharge'));
  expect(store.receipts).toHaveLength(1);

  await openOffer('Payment not confirmed yet');
  shell.keepSilent('restore');
  // Start a check that is still running when the user presses "Check again".
  const { continuePayment } = await import('../../../../src/flows/money/pay.ts');
  const { payment } = await import('../../../../src/state/order.ts');
  continuePayment();
  await waitFor(() => expect(payment.status).toBe('confirming'));
  await press('Check again');
  await screen.findByText('Confirming your payment…');
});

test('while the payment sheet is open, the app does not say it confirms', async ({ openShell, store }) => {
  openShell(() => null);
  await openOffer();
  const { overlay } = await import('../../../../src/state/overlay.ts');
  const { subscribe } = await import('valtio');
  const shown: unknown[] = [];
  // Synchronous, so that the list includes messages that never render.
  subscribe(overlay, () => shown.push(overlay.loading?.message), true);
  await press(pack);

  await waitFor(() => expect(store.receipts).toHaveLength(1));
  expect(shown).toContain('pay.ordering');
  expect(shown).not.toContain('pay.confirming.title');
});

test('if the packs fail to load, the offer has links to the purchase screens', async ({ openShell }) => {
  openShell(receipt => succeed({ receipt }));
  stubCall('getRechargeConfigsList', () => 'no network');
  const requests = recordRequests();
  const offer = await openOffer();
  expect(offer.queryByRole('button', { name: /yuan/ })).toBeNull();
  offer.getByRole('button', { name: 'Get VIP, no coins needed' });
  expect(requests.map(({ path }) => path)).not.toContain('/v1/createOrder');
});

test.for<[string, { id: number | string; pay_amount: number; days: number }[], string | null]>([
  ['plans', [{ id: 101, pay_amount: 25, days: 30 }], 'VIP from 25 yuan, no coins needed'],
  ['no plan', [], null],
  ['a plan that the phone’s store does not sell', [{ id: 'a plan', pay_amount: 25, days: 30 }], null],
])('with %s (%j), the VIP button of the offer is %j', async ([, plans, button], { openShell }) => {
  openShell(receipt => succeed({ receipt }));
  changeData('getRechargeConfigsList', data => (data.list[0]?.vip_level ? { list: plans } : data));
  const names = (await openOffer()).getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter(name => name?.endsWith('no coins needed'))).toEqual(button ? [button] : []);
});
