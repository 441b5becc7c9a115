import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { accountOf, order, pay } from '../../support/api/api.ts';
import { test } from '../../support/api/signed-in.ts';
import {
  type PageRequest,
  recordRequests,
  stubCall,
  withPayChannels,
} from '../../support/network/network.ts';
import { openFakeShell } from '../../support/phone/fake-shell.ts';
import { FakeStore } from '../../support/phone/fake-store.ts';
import { renderAt } from '../../support/render-at.tsx';

/** The bodies of the requests of a call, in order. */
const bodiesOf = (requests: PageRequest[], name: string) =>
  requests.filter(({ path }) => path === `/v1/${name}`).map(({ body }) => JSON.parse(body));

test('the amounts stand with their prices, and the button says what is paid', async () => {
  const screen = await renderAt('/recharge');
  const pack = await screen.findByRole('radio', {
    name: /^300 gold coins.*28 yuan.*Original price 36 yuan ?15 sets, 1.87 yuan each$/,
  });
  await screen.findByRole('radio', { name: /^2000 gold coins.*100 sets, 1.68 yuan each ?Best value$/ });
  expect(screen.getAllByText('Best value')).toHaveLength(1);
  await screen.findByText('50 gold coins');
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  await userEvent.click(pack);
  await screen.findByRole('button', { name: 'Pay 28 yuan' });
});

test('paying leaves for the cashier, which is told to come back to this screen', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const screen = await renderAt('/recharge');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay 10 yuan' }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  const cashier = new URL(String(assign.mock.calls[0]?.[0]));
  expect(cashier.searchParams.get('return_url')).toBe(`${location.origin}/tyy/recharge`);
  expect(cashier.searchParams.get('order_id')).toBeTruthy();
  await screen.findByRole('heading', { name: 'You have an unfinished payment' });
});

test('where the API names its channels, the order is made through that of this host and paid there', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  withPayChannels('app-store', 'page');
  const requests = recordRequests();
  const screen = await renderAt('/recharge');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay 10 yuan' }));
  await waitFor(() => expect(location.assign).toHaveBeenCalled());
  expect(bodiesOf(requests, 'createOrder')).toMatchObject([{ channel: 'page' }]);
});

test('each store has the order’s own payment, a subscription’s too', async ({ user }) => {
  withPayChannels('app-store', 'google-play');
  const shell = openFakeShell(new FakeStore(user.transport).actions());
  window.webkit = { messageHandlers: { tyyShell: window.tyyShell! } };
  const requests = recordRequests();
  const coins = await renderAt('/recharge');
  await userEvent.click(await coins.findByRole('button', { name: 'Pay 10 yuan' }));
  await coins.findByText('150 gold coins');
  const plans = await renderAt('/subscription');
  await userEvent.click(await plans.findByRole('button', { name: 'Subscribe · 25 yuan/month' }));
  await plans.findByRole('heading', { name: 'You are a VIP' });
  expect(bodiesOf(requests, 'createOrder').map(({ channel }) => channel)).toEqual(['app-store', 'app-store']);
  const [sold] = shell.callsOf('subscription');
  expect(sold?.params).toMatchObject({ product_id: 'vip_month', payment: expect.stringMatching(/./) });
});

test('a host without a channel shows nothing that sells, on any screen', async () => {
  withPayChannels('page', 'wechat', 'google-play');
  openFakeShell();
  window.webkit = { messageHandlers: { tyyShell: window.tyyShell! } };
  for (const path of ['/recharge', '/subscription']) {
    const screen = await renderAt(path);
    await screen.findByText('Purchases are not available here. You keep everything you have.');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Pay|Subscribe)/ })).toBeNull();
  }
  const mine = await renderAt('/personal-center');
  await mine.findByText('50');
  expect(mine.queryByRole('button', { name: 'Get coins' })).toBeNull();
  expect(mine.queryByRole('link', { name: 'Subscription' })).toBeNull();
  stubCall('getCoinStatementList', () => ({ list: [] }));
  const empty = await renderAt('/coin-flow');
  await empty.findByText('No coin activity yet.');
  await waitFor(() => expect(empty.queryByRole('button', { name: 'Get coins' })).toBeNull());
});

test('back from the cashier the receipt leaves the address, and the coins come once the server says paid', async ({
  user,
}) => {
  const { order_id } = await order(user, 1);
  const receipt = await pay(user, order_id);
  const screen = await renderAt(`/recharge?order_id=${order_id}&receipt=${receipt}`);
  await screen.findByText('Payment received');
  await screen.findByText('150 gold coins');
  expect(location.search).toBe('');

  await renderAt(`/recharge?order_id=${order_id}&receipt=${receipt}`);
  await screen.findByText('Payment received');
  expect((await accountOf(user)).coins).toBe(150);
});

test('a made-up receipt is not believed', async ({ user }) => {
  const screen = await renderAt(`/recharge?order_id=${(await order(user, 1)).order_id}&receipt=made-up`);
  await screen.findByRole('heading', { name: 'Payment could not be confirmed' });
  expect((await accountOf(user)).coins).toBe(50);
});

test('a payment that was cancelled says that nothing was charged, and the amounts are back', async ({
  user,
}) => {
  const screen = await renderAt(`/recharge?order_id=${(await order(user, 1)).order_id}&cancelled=1`);
  await screen.findByText('Payment cancelled. You have not been charged.');
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
});

test('a return that claims to be cancelled but was paid is credited', async ({ user }) => {
  const { order_id } = await order(user, 1);
  await pay(user, order_id);
  const screen = await renderAt(`/recharge?order_id=${order_id}&cancelled=1`);
  await screen.findByText('150 gold coins');
});

test('an order that was paid after the page was closed is credited at the next visit', async ({ user }) => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const screen = await renderAt('/recharge');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay 10 yuan' }));
  await screen.findByRole('button', { name: 'Continue payment' });
  const { payment } = await import('../../../src/state/order.ts');
  await pay(user, String(payment.order?.orderId));

  const { resumePayment } = await import('../../../src/flows/money/pay.ts');
  await resumePayment();
  await screen.findByText('150 gold coins');
});

test('an unfinished order can be dropped, after asking', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const screen = await renderAt('/recharge');
  await userEvent.click(await screen.findByRole('button', { name: 'Pay 10 yuan' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard order' }));
  const question = await screen.findByRole('dialog', { name: 'Discard this order?' });
  await userEvent.click(question.querySelector('button') as HTMLElement);
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
});

test('a user who was short of coins for a picture is led back to it after paying', async ({ user }) => {
  const { order_id } = await order(user, 1);
  const receipt = await pay(user, order_id);
  const screen = await renderAt('/recharge');
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  const { selectTemplate } = await import('../../../src/state/wizard.ts');
  selectTemplate(3, 'Paper moon');
  history.replaceState(null, '', `/tyy/recharge?order_id=${order_id}&receipt=${receipt}`);
  const { resumePayment } = await import('../../../src/flows/money/pay.ts');
  await resumePayment();
  await userEvent.click(await screen.findByRole('button', { name: 'Back to my picture' }));
  await waitFor(() => expect(location.pathname).toBe('/tyy/make-pic'));
});
