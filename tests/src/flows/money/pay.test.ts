import { waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { accountOf, order } from '../../../support/api/api.ts';
import {
  changeData,
  changeResponse,
  recordRequests,
  withoutFeatures,
} from '../../../support/network/network.ts';
import { openFakeShell, succeed } from '../../../support/phone/fake-shell.ts';
import { newPhone } from '../../../support/phone/new-phone.ts';
import { userAgents } from '../../../support/phone/weixin-double.ts';
import { renderAt } from '../../../support/render-at.tsx';
import { press, test } from './store-test.ts';

beforeEach(newPhone);

const brokenEnds = [{ code: 7, message: 'The connection to the store was lost' }, { malformed: {} }];

test.for(brokenEnds)(
  'coins that the phone sold before it replied %j are credited',
  async (end, { openShell, user }) => {
    openShell(() => end);
    const screen = await renderAt('/recharge');
    await press(screen, 'Pay 10 yuan');
    await screen.findByText('Payment received: +100 gold coins');
    expect((await accountOf(user)).coins).toBe(150);
  },
);

test.for(brokenEnds)(
  'a subscription that the store sold before it replied %j is found by restore',
  async (end, { openShell }) => {
    const shell = openShell(() => end);
    const screen = await renderAt('/subscription');
    await press(screen, 'Get VIP · 25 yuan');
    await screen.findByRole('heading', { name: 'You are a VIP' });
    expect(shell.callsOf('subscription')).toHaveLength(1);
  },
);

test('coins that are paid while the page is left are credited, and the order is not forgotten before', async ({
  openShell,
  store,
}) => {
  const shell = openShell(() => null);
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  expect(shell.cache.get('tyy.order')).toContain('order');
  window.dispatchEvent(new Event('pagehide'));
  await screen.findByText('150 gold coins');
});

test('a payment that the user cancelled leaves the order open, and it is paid once', async ({
  openShell,
}) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await press(screen, 'Continue payment');
  await screen.findByText('150 gold coins');
  const orders = shell.callsOf('pay').map(({ params }) => params.order_id);
  expect(orders).toEqual([orders[0], orders[0]]);
});

test.for([
  ['prepay 7', 'prepay 7'],
  [{ package: 'prepay_id=7', timeStamp: 1 }, '{"package":"prepay_id=7","timeStamp":1}'],
  [7, '7'],
  [null, ''],
] as const)(
  'what the API gives for the payment is handed on to the phone: %j',
  async ([payment, handed], { openShell }) => {
    changeData('createOrder', order => ({ ...order, payment: payment as string }));
    const shell = openShell(receipt => succeed({ receipt }));
    const screen = await renderAt('/recharge');
    await press(screen, 'Pay 10 yuan');
    await screen.findByText('150 gold coins');
    expect(shell.callsOf('pay')[0]?.params.payment).toBe(handed);
  },
);

test('with an API that serves the specification only, a receipt that was taken is a credit', async ({
  openShell,
}) => {
  withoutFeatures();
  const requests = recordRequests();
  openShell(receipt => succeed({ receipt }));
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await screen.findByText('150 gold coins');
  expect(requests.filter(({ path }) => /getOrder|getUnfinishedOrders/.test(path))).toEqual([]);
});

test('with such an API a payment of unknown end stays, with "check again" and "discard"', async ({
  openShell,
  store,
}) => {
  withoutFeatures();
  const requests = recordRequests();
  openShell(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  const screen = await renderAt('/recharge');
  await screen.findByText(/^You may have paid already/);
  await press(screen, 'Check again');
  await screen.findByText(/^You may have paid already/);
  await press(screen, 'Discard order');
  const question = await screen.findByRole('dialog');
  await userEvent.click(question.querySelector('button') as HTMLElement);
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  expect(requests.filter(({ path }) => /getOrder|getUnfinishedOrders/.test(path))).toEqual([]);
});

test('a link to another order does not take the place of the one that may be paid', async ({
  openShell,
  store,
}) => {
  const shell = openShell(() => null);
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  const screen = await renderAt('/recharge?order_id=another&receipt=made-up');
  await screen.findByText('150 gold coins');
  expect(shell.callsOf('pay')).toHaveLength(1);
});

test('an order that this device has forgotten is credited when the screen opens', async ({ store, user }) => {
  const { order_id } = await order(user, 1);
  await store.sell({ order_id });
  const screen = await renderAt('/recharge');
  await screen.findByText('150 gold coins');
});

test('an open order that the server no longer knows is forgotten, and nothing is left to be paid', async ({
  openShell,
}) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await waitFor(() => expect(shell.cache.get('tyy.order')).toContain('"started":null'));

  changeResponse('getOrder', () =>
    Response.json({ code: 1003, data: null, message: 'gone' }, { status: 404 }),
  );
  const screen = await renderAt('/recharge');
  await waitFor(() => expect(shell.cache.has('tyy.order')).toBe(false));
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
});

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
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await renderAt('/subscription').then(screen => press(screen, 'Get VIP · 25 yuan'));
  await waitFor(() => expect(assign).toHaveBeenCalled());

  const screen = await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You have an unfinished payment' });
  await screen.findByRole('button', { name: 'Continue payment' });
});

test('an open order for one plan is not paid in the place of another plan of the same price', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  changeData('getRechargeConfigsList', ({ list: [plan, ...others] }) => ({
    list: [plan!, { ...plan!, id: 999, product_id: 'vip_other', title: 'The other plan' }, ...others],
  }));
  await renderAt('/subscription').then(screen => press(screen, 'Get VIP · 25 yuan'));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());

  const screen = await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Continue payment' });
  await userEvent.click(await screen.findByRole('radio', { name: /The other plan/ }));
  await press(screen, 'Get VIP · 25 yuan');
  await screen.findByRole('dialog', { name: 'Discard this order?' });
  expect(assign).toHaveBeenCalledOnce();
});

test('the way back to the picture is offered after a payment, not when the screen opens again', async ({
  openShell,
}) => {
  openShell(receipt => succeed({ receipt }));
  const screen = await renderAt('/recharge');
  const { selectTemplate } = await import('../../../../src/state/wizard.ts');
  const { go } = await import('../../../../src/platform/navigation.ts');
  selectTemplate(3, 'Paper moon');
  await press(screen, 'Pay 10 yuan');
  await screen.findByRole('button', { name: 'Back to my picture' });

  go('/coin-flow');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to my picture' })).toBeNull());
  go('/recharge');
  // The button could appear a moment after the screen, so first wait for the payment to be cleared and the price to
  // load.
  const { payment } = await import('../../../../src/state/order.ts');
  await waitFor(() => expect(payment.status).toBe('none'));
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  expect(screen.queryByRole('button', { name: 'Back to my picture' })).toBeNull();
});

test('in WeChat, what an API without channels sells is paid at the cashier page', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');

  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(String(assign.mock.calls[0]?.[0])).toContain('order_id=');
});
