import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, vi } from 'vitest';
import { test } from '../../support/api/signed-in.ts';
import { stubCall } from '../../support/network/network.ts';
import { closeFakeShell, openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

beforeEach(newPhone);

/** Products with only the specification's fields, from an API without payment channels. */
function sellWithoutIds(ids: (number | string)[] = [101]): void {
  stubCall('getRechargeConfigsList', () => ({ list: ids.map(id => ({ id, pay_amount: 25 })) }));
  stubCall('createOrder', () => ({ order_id: 'o1', payment: 'p1', pay_url: `${location.origin}/pay` }));
  stubCall('paySuccess', () => null);
}

test('the native app’s store sells a plan without a product id by the id of its config', async () => {
  sellWithoutIds();
  const shell = openFakeShell({ subscription: () => succeed({ receipt: 'r1' }) });
  await renderAt('/subscription');
  await press(/25 yuan$/);
  await waitFor(() => expect(shell.callsOf('subscription')).toHaveLength(1));
  expect(shell.callsOf('subscription')[0]!.params).toEqual({ product_id: '101' });
});

test('a plan whose id no app store can have is sold in a browser alone', async () => {
  sellWithoutIds(['半年 VIP']);
  openFakeShell();
  await renderAt('/subscription');
  await screen.findByText(/^There are no plans right now/);
  expect(screen.queryByRole('button', { name: /25 yuan$/ })).toBeNull();

  closeFakeShell();
  newPhone();
  await renderAt('/subscription');
  await screen.findByRole('button', { name: /25 yuan$/ });
});

test('coins without a product id are paid by their order', async () => {
  sellWithoutIds();
  const shell = openFakeShell({ pay: () => succeed({ receipt: 'r1' }) });
  await renderAt('/recharge');
  await press('Pay 25 yuan');
  await waitFor(() => expect(shell.callsOf('pay')).toHaveLength(1));
  expect(shell.callsOf('pay')[0]!.params).toEqual({ order_id: 'o1', payment: 'p1' });
});

test('in a browser they are sold at the cashier page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  sellWithoutIds();
  await renderAt('/subscription');
  await press(/25 yuan$/);
  await waitFor(() => expect(assign).toHaveBeenCalled());
});

test('an order that was saved without a product id is never sold as a product without a name', async () => {
  sellWithoutIds();
  const order = { orderId: 'o1', kind: 'subscriptions', payAmount: 25, productId: '' };
  const shell = openFakeShell({ restore: () => ({ code: 2, message: '' }) });
  stubCall('getOrder', () => ({ status: 'pending' }));
  shell.cache.set('tyy.order', JSON.stringify(order));
  await renderAt('/subscription');
  await press('Continue payment');
  await screen.findByText('Payment is not available here.');
  expect(shell.callsOf('subscription')).toEqual([]);
  // The plan can be bought once more, by its id.
  shell.on('subscription', () => succeed({ receipt: 'r1' }));
  await press(/25 yuan$/);
  await waitFor(() => expect(shell.callsOf('subscription')).toHaveLength(1));
});

test('plans that an earlier version saved without a product id are not sold from there', async () => {
  const plan = {
    id: 101,
    title: 'Old',
    coins: 0,
    originalPrice: 9,
    discountPrice: 9,
    payAmount: 9,
    vipLevel: 1,
  };
  const value = [{ ...plan, productId: '', days: 30 }];
  const shell = openFakeShell();
  shell.cache.set('tyy.plans', JSON.stringify({ about: '', language: 'en', value }));
  stubCall('getRechargeConfigsList', () => 'no network');
  await renderAt('/subscription');
  await screen.findByText(/could not be loaded/);
  expect(screen.queryByRole('button', { name: /9 yuan$/ })).toBeNull();
});

test('what the phone’s store calls its prices stands everywhere in the place of yuan, also of the open order', async () => {
  const shell = openFakeShell();
  shell.cache.set('tyy.store-prices', JSON.stringify({ coins_100: 'US$1.99', vip_month: 'US$4.99' }));
  shell.refuseNext('pay', { code: 1, message: 'Cancelled' });
  await renderAt('/recharge');
  await screen.findByRole('button', { name: 'Pay US$1.99' });
  const packs = screen.getAllByRole('radio').map(radio => radio.closest('label')!);
  expect(within(packs[0]!).getByText('US$1.99')).toBeDefined();
  expect(packs[0]!.textContent).not.toContain('yuan');
  // The store did not return a price for the second pack.
  expect(packs[1]!.textContent).toContain('yuan');
  await press('Pay US$1.99');
  await screen.findByText('100 gold coins for US$1.99');

  await renderAt('/subscription');
  await screen.findByRole('button', { name: /US\$4\.99/ });
});

test.each(['no JSON', '{"coins_100":7}', `{"coins_100":"${'9'.repeat(25)}"}`])(
  'a shell whose prices are %s sells in yuan',
  async kept => {
    openFakeShell().cache.set('tyy.store-prices', kept);
    await renderAt('/recharge');
    await screen.findByRole('button', { name: 'Pay 10 yuan' });
  },
);
