import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { accountOf, buy, order, pay } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import {
  changeData,
  type PageRequest,
  recordRequests,
  stubCall,
  withPayChannels,
} from '../../support/network/network.ts';
import { closeFakeShell, openFakeShell, succeed } from '../../support/phone/fake-shell.ts';
import { FakeStore } from '../../support/phone/fake-store.ts';
import { newPhone } from '../../support/phone/new-phone.ts';
import { renderAt } from '../../support/render-at.tsx';
import { press } from '../../support/wizard.ts';

beforeEach(newPhone);

const bodiesOf = (requests: PageRequest[], name: string) =>
  requests.filter(({ path }) => path === `/v1/${name}`).map(({ body }) => JSON.parse(body));

/** The list of an API that has charged these prices lately, in yuan by product id. */
function struckPrices(prices: Record<string, number>): void {
  changeData('getRechargeConfigsList', ({ list }) => ({
    list: list.map(product => ({ ...product, original_price: prices[product.id] ?? product.original_price })),
  }));
}

test('the screen Get coins shows each pack’s price, chooses the middle pack at first, and its price is on the button', async () => {
  struckPrices({ 2: 36 });
  await renderAt('/recharge');
  const pack = await screen.findByRole('radio', {
    name: /^300 gold coins.*28 yuan.*Original price 36 yuan ?15 sets, 1.87 yuan each$/,
  });
  await screen.findByRole('radio', { name: /^2000 gold coins.*100 sets, 1.68 yuan each ?Best value$/ });
  expect(screen.getAllByText('Best value')).toHaveLength(1);
  expect(document.querySelectorAll('s')).toHaveLength(1);
  await screen.findByText('50 gold coins');
  await screen.findByRole('button', { name: 'Pay 45 yuan' });
  expect(
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked)
      .indexOf(true),
  ).toBe(2);
  await userEvent.click(pack);
  await screen.findByRole('button', { name: 'Pay 28 yuan' });
});

test('in a browser, the order has the channel page, and the cashier page gets the order and the return address', async () => {
  withPayChannels('app-store', 'page');
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const requests = recordRequests();
  await renderAt('/recharge');
  await press('Pay 45 yuan');
  await waitFor(() => expect(assign).toHaveBeenCalled());
  const cashier = new URL(String(assign.mock.calls[0]?.[0]));
  expect(cashier.searchParams.get('return_url')).toBe(`${location.origin}/tyy/recharge`);
  expect(cashier.searchParams.get('order_id')).toBeTruthy();
  expect(bodiesOf(requests, 'createOrder')).toMatchObject([{ channel: 'page' }]);
  await screen.findByRole('heading', { name: 'You have an unfinished payment' });
});

test('the phone’s store gets the payment data from the order, also for a subscription', async ({ user }) => {
  withPayChannels('app-store', 'google-play');
  const shell = openFakeShell(new FakeStore(user.transport).actions());
  window.webkit = { messageHandlers: { tyyShell: window.tyyShell! } };
  const requests = recordRequests();
  await renderAt('/recharge?product=1');
  await press('Pay 10 yuan');
  await screen.findByText('150 gold coins');
  await renderAt('/subscription');
  await press('Subscribe · 25 yuan/month');
  await screen.findByRole('heading', { name: 'You’re a VIP member' });
  expect(bodiesOf(requests, 'createOrder').map(({ channel }) => channel)).toEqual(['app-store', 'app-store']);
  const [sold] = shell.callsOf('subscription');
  expect(sold?.params).toMatchObject({ product_id: 'vip_month', payment: expect.stringMatching(/./) });
});

test('in a host without a payment channel, no screen sells anything', async () => {
  withPayChannels('page', 'wechat', 'google-play');
  openFakeShell();
  window.webkit = { messageHandlers: { tyyShell: window.tyyShell! } };
  for (const path of ['/recharge', '/subscription']) {
    await renderAt(path);
    await screen.findByText('Purchases aren’t available here. You keep everything you have.');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Pay|Subscribe)/ })).toBeNull();
  }
  const mine = await renderAt('/personal-center');
  await mine.findByText('50');
  expect(mine.queryByRole('button', { name: 'Get coins' })).toBeNull();
  expect(mine.queryByRole('link', { name: 'VIP' })).toBeNull();
  stubCall('getCoinStatementList', () => ({ list: [] }));
  const empty = await renderAt('/coin-flow');
  await empty.findByText('No coin activity yet.');
  await waitFor(() => expect(empty.queryByRole('button', { name: 'Get coins' })).toBeNull());
});

test('a receipt in the address adds its coins once and is then removed', async ({ user }) => {
  const { order_id } = await order(user, 1);
  const receipt = await pay(user, order_id);
  await renderAt(`/recharge?order_id=${order_id}&receipt=${receipt}`);
  await screen.findByText('Payment received');
  await screen.findByText('150 gold coins');
  expect(location.search).toBe('');

  await renderAt(`/recharge?order_id=${order_id}&receipt=${receipt}`);
  await screen.findByText('Payment received');
  expect((await accountOf(user)).coins).toBe(150);
});

test('a made-up receipt in the address adds no coins', async ({ user }) => {
  await renderAt(`/recharge?order_id=${(await order(user, 1)).order_id}&receipt=made-up`);
  await screen.findByRole('heading', { name: 'Payment couldn’t be confirmed' });
  expect((await accountOf(user)).coins).toBe(50);
});

test('after a cancelled payment, the screen says that nothing was charged', async ({ user }) => {
  await renderAt(`/recharge?order_id=${(await order(user, 1)).order_id}&cancelled=1`);
  await screen.findByText('Payment cancelled. You haven’t been charged.');
  await screen.findByRole('button', { name: 'Pay 45 yuan' });
});

test('a paid order is credited even if the address says "cancelled"', async ({ user }) => {
  const { order_id } = await order(user, 1);
  await pay(user, order_id);
  await renderAt(`/recharge?order_id=${order_id}&cancelled=1`);
  await screen.findByText('150 gold coins');
});

test('the screen Subscription shows the benefits, the plans and their prices', async () => {
  struckPrices({ 103: 360 });
  await renderAt('/subscription');
  await screen.findByRole('radio', { name: /^VIP, 1 month.*25 yuan/ });
  await screen.findByText('Every template, no coins needed');
  await screen.findByText('Start with one tap, no price to confirm');
  // Browsers show no banner ads, so this is no benefit there.
  expect(screen.queryByText('No banner ads')).toBeNull();
  await screen.findByRole('radio', { name: /works out at 16.50 yuan a month · save 45% ?Best value$/ });
  await screen.findByText('No VIP yet');
  await userEvent.click(await screen.findByRole('radio', { name: /^VIP, 1 year/ }));
  await screen.findByRole('button', { name: 'Get VIP · 198 yuan' });
});

test('the native app’s store sells a plan, and the server confirms the receipt', async ({ user }) => {
  const shell = openFakeShell(new FakeStore(user.transport).actions());
  await renderAt('/subscription');
  await screen.findByText('No banner ads');
  await press('Get VIP · 25 yuan');
  await screen.findByRole('heading', { name: 'You’re a VIP member' });
  await screen.findByText(/^Until \d+ \w+ \d{4}$/);
  await screen.findByRole('button', { name: 'Extend for 25 yuan' });
  expect(shell.callsOf('subscription').map(call => call.params)).toEqual([{ product_id: 'vip_month' }]);
  expect(shell.callsOf('closeBannerAd').length).toBeGreaterThan(0);
});

test('"Restore purchases" finds a subscription in the store', async ({ user }) => {
  const store = new FakeStore(user.transport);
  openFakeShell(store.actions());
  await renderAt('/subscription');
  await press('Restore purchases');
  await screen.findByText('Nothing was bought');

  await store.sell({ product_id: 'vip_month' });
  await press('Restore purchases');
  await screen.findByText('Your subscription has been restored');
});

test.each([
  [2, '', 'There is no subscription to restore'],
  [5, '  ', 'Couldn’t check earlier purchases. Try again.'],
])('if a restore is refused with code %i and "%s", the page says so', async (code, message, words) => {
  openFakeShell({ restore: () => ({ code, message }) });
  await renderAt('/subscription');
  await press('Restore purchases');
  await screen.findByText(words);
});

test('no message appears if the user cancels "Restore purchases"', async () => {
  const shell = openFakeShell({ restore: () => ({ code: 1, message: '' }) });
  await renderAt('/subscription');
  await press('Restore purchases');
  await waitFor(() => expect(shell.callsOf('restore')).toHaveLength(1));
  const { overlay } = await import('../../../src/state/overlay.ts');
  await waitFor(() => expect(overlay.loading).toBeNull());
  expect(overlay.toasts).toEqual([]);
});

test('in a browser, "Restore purchases" finds a subscription on the server', async ({ user }) => {
  await renderAt('/subscription');
  await press('Restore purchases');
  await screen.findByText('There is no subscription to restore');
  await buy(user, 101);
  await press('Restore purchases');
  await screen.findByRole('heading', { name: 'You’re a VIP member' });
});

/** Makes the API return products with only the specification's fields, so without product ids. */
function sellWithoutIds(ids: (number | string)[] = [101]): void {
  stubCall('getRechargeConfigsList', () => ({ list: ids.map(id => ({ id, pay_amount: 25 })) }));
  stubCall('createOrder', () => ({ order_id: 'o1', payment: 'p1', pay_url: `${location.origin}/pay` }));
  stubCall('paySuccess', () => null);
}

test('the native app’s store gets the plan’s id as product id if the API sends no product id', async () => {
  sellWithoutIds();
  const shell = openFakeShell({ subscription: () => succeed({ receipt: 'r1' }) });
  await renderAt('/subscription');
  await press(/25 yuan$/);
  await waitFor(() => expect(shell.callsOf('subscription')).toHaveLength(1));
  expect(shell.callsOf('subscription')[0]!.params).toEqual({ product_id: '101' });
});

test('a plan with an id that app stores do not allow is sold only in a browser, at the cashier page', async () => {
  sellWithoutIds(['半年 VIP']);
  openFakeShell();
  await renderAt('/subscription');
  await screen.findByText(/^There are no plans right now/);
  expect(screen.queryByRole('button', { name: /25 yuan$/ })).toBeNull();

  closeFakeShell();
  newPhone();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await renderAt('/subscription');
  await press(/25 yuan$/);
  await waitFor(() => expect(assign).toHaveBeenCalled());
});

test('in a native app, a pack without a product id is paid with its order id', async () => {
  sellWithoutIds();
  const shell = openFakeShell({ pay: () => succeed({ receipt: 'r1' }) });
  await renderAt('/recharge');
  await press('Pay 25 yuan');
  await waitFor(() => expect(shell.callsOf('pay')).toHaveLength(1));
  expect(shell.callsOf('pay')[0]!.params).toEqual({ order_id: 'o1', payment: 'p1' });
});

test('a saved order for a subscription without a product id is not paid through the store', async () => {
  sellWithoutIds();
  const order = { orderId: 'o1', kind: 'subscriptions', payAmount: 25, productId: '' };
  const shell = openFakeShell({ restore: () => ({ code: 2, message: '' }) });
  stubCall('getOrder', () => ({ status: 'pending' }));
  shell.cache.set('tyy.order', JSON.stringify(order));
  await renderAt('/subscription');
  await press('Continue payment');
  await screen.findByText('Payment isn’t available here');
  expect(shell.callsOf('subscription')).toEqual([]);
  // The plan can still be bought, by its own id.
  shell.on('subscription', () => succeed({ receipt: 'r1' }));
  await press(/25 yuan$/);
  await waitFor(() => expect(shell.callsOf('subscription')).toHaveLength(1));
});

test('saved plans from an earlier app version that lack a product id are not sold', async () => {
  const prices = { originalPrice: 9, discountPrice: 9, payAmount: 9 };
  const value = [{ id: 101, title: 'Old', coins: 0, vipLevel: 1, productId: '', days: 30, ...prices }];
  const shell = openFakeShell();
  shell.cache.set('tyy.plans', JSON.stringify({ about: '', language: 'en', value }));
  stubCall('getRechargeConfigsList', () => 'no network');
  await renderAt('/subscription');
  await screen.findByText(/couldn’t be loaded/);
  expect(screen.queryByRole('button', { name: /9 yuan$/ })).toBeNull();
});

test('prices from the phone’s store replace the prices in yuan, also for an open order', async () => {
  const shell = openFakeShell();
  shell.cache.set('tyy.store-prices', JSON.stringify({ coins_100: 'US$1.99', vip_month: 'US$4.99' }));
  shell.refuseNext('pay', { code: 1, message: 'Cancelled' });
  await renderAt('/recharge?product=1');
  await screen.findByRole('button', { name: 'Pay US$1.99' });
  const packs = screen.getAllByRole('radio').map(radio => radio.closest('label')!);
  expect(within(packs[0]!).getByText('US$1.99')).toBeDefined();
  expect(packs[0]!.textContent).not.toContain('yuan');
  // There is no saved store price for the second pack.
  expect(packs[1]!.textContent).toContain('yuan');
  await press('Pay US$1.99');
  await screen.findByText('100 gold coins for US$1.99');

  await renderAt('/subscription');
  await screen.findByRole('button', { name: /US\$4\.99/ });
});

test.each(['no JSON', '{"coins_100":7}', `{"coins_100":"${'9'.repeat(25)}"}`])(
  'if the saved prices are %s, the app sells in yuan',
  async kept => {
    openFakeShell().cache.set('tyy.store-prices', kept);
    await renderAt('/recharge');
    await screen.findByRole('button', { name: 'Pay 45 yuan' });
  },
);
