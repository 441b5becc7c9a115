import { screen, waitFor, within } from '@testing-library/dom';
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
import { press } from '../../../support/wizard.ts';
import { test } from './store-test.ts';

beforeEach(newPhone);

async function buyCoins(): Promise<void> {
  await renderAt('/recharge?product=1');
  await press('Pay 10 yuan');
}

async function subscribe(): Promise<void> {
  await renderAt('/subscription');
  await press('Get VIP · 25 yuan');
}

const coinsAreThere = () => screen.findByText('150 gold coins');
const isVip = () => screen.findByRole('heading', { name: 'You’re a VIP member' });

const brokenEnds = [{ code: 7, message: 'The connection to the store was lost' }, { malformed: {} }];

test.for(brokenEnds)(
  'coins are credited if the phone sold them before it replied %j',
  async (end, { openShell, user }) => {
    openShell(() => end);
    await buyCoins();
    await screen.findByText('Payment received: +100 gold coins');
    expect((await accountOf(user)).coins).toBe(150);
  },
);

test.for(brokenEnds)(
  'a subscription is restored if the store sold it before it replied %j',
  async (end, { openShell }) => {
    const shell = openShell(() => end);
    await subscribe();
    await isVip();
    expect(shell.callsOf('subscription')).toHaveLength(1);
  },
);

test('an order is saved before its payment, and credited on pagehide', async ({ openShell, store }) => {
  const shell = openShell(() => null);
  await buyCoins();
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  expect(shell.cache.get('tyy.order')).toContain('order');
  window.dispatchEvent(new Event('pagehide'));
  await coinsAreThere();
});

test('after a cancelled payment, the same order stays open and is paid once', async ({ openShell }) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  await buyCoins();
  await press('Continue payment');
  await coinsAreThere();
  const orders = shell.callsOf('pay').map(({ params }) => params.order_id);
  expect(orders).toEqual([orders[0], orders[0]]);
});

test.for([
  ['prepay 7', 'prepay 7'],
  [{ package: 'prepay_id=7', timeStamp: 1 }, '{"package":"prepay_id=7","timeStamp":1}'],
  [7, '7'],
  [null, ''],
] as const)(
  'the phone gets the payment data unchanged from the API: %j',
  async ([payment, handed], { openShell }) => {
    changeData('createOrder', order => ({ ...order, payment: payment as string }));
    const shell = openShell(receipt => succeed({ receipt }));
    await buyCoins();
    await coinsAreThere();
    expect(shell.callsOf('pay')[0]?.params.payment).toBe(handed);
  },
);

/** Returns the requests for order calls, which the specification does not have. */
const extraRequests = (requests: { path: string }[]) =>
  requests.filter(({ path }) => /getOrder|getUnfinishedOrders/.test(path));

test("with only the specification's calls, an accepted receipt counts as credited", async ({ openShell }) => {
  withoutFeatures();
  const requests = recordRequests();
  openShell(receipt => succeed({ receipt }));
  await buyCoins();
  await coinsAreThere();
  expect(extraRequests(requests)).toEqual([]);
});

test('with only the specification’s calls, the user can discard an order with an unknown payment result', async ({
  openShell,
  store,
}) => {
  withoutFeatures();
  const requests = recordRequests();
  openShell(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await buyCoins();
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  await renderAt('/recharge');
  await screen.findByText(/^You may have paid already/);
  await press('Check again');
  await screen.findByText(/^You may have paid already/);
  await press('Discard order');
  const question = await screen.findByRole('dialog');
  const discard = within(question).getByRole('button', { name: 'Discard order' });
  await waitFor(() => expect(discard.hasAttribute('aria-disabled')).toBe(false));
  await userEvent.click(discard);
  await screen.findByRole('button', { name: 'Pay 45 yuan' });
  expect(extraRequests(requests)).toEqual([]);
});

test('a link to an order does not replace a saved order that may be paid', async ({ openShell, store }) => {
  const shell = openShell(() => null);
  await buyCoins();
  await waitFor(() => expect(store.receipts).toHaveLength(1));
  await renderAt('/recharge?order_id=another&receipt=made-up');
  await coinsAreThere();
  expect(shell.callsOf('pay')).toHaveLength(1);
});

test('the screen Get coins credits a paid order that the device has lost', async ({ store, user }) => {
  const { order_id } = await order(user, 1);
  await store.sell({ order_id });
  await renderAt('/recharge');
  await coinsAreThere();
});

test('an open order that the server does not know is removed', async ({ openShell }) => {
  const shell = openShell(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  await buyCoins();
  await waitFor(() => expect(shell.cache.get('tyy.order')).toContain('"started":null'));

  changeResponse('getOrder', () =>
    Response.json({ code: 1003, data: null, message: 'gone' }, { status: 404 }),
  );
  await renderAt('/recharge');
  await waitFor(() => expect(shell.cache.has('tyy.order')).toBe(false));
  await screen.findByRole('button', { name: 'Pay 45 yuan' });
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
});

test('a subscription sold before a kill is credited, not sold again', async ({ openShell, store }) => {
  const shell = openShell(() => null);
  await subscribe();
  await waitFor(() => expect(store.receipts).toHaveLength(1));

  await renderAt('/subscription');
  await isVip();
  expect(shell.callsOf('subscription')).toHaveLength(1);
  expect(shell.callsOf('restore')).toHaveLength(1);
});

test('after a sale without a reply, nothing is sold until restore replies', async ({ openShell, store }) => {
  const shell = openShell(() => null, { restore: () => ({ malformed: {} }) });
  await subscribe();
  await waitFor(() => expect(store.receipts).toHaveLength(1));

  await renderAt('/subscription');
  await screen.findByText(/^You may have paid already/);
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull();
  await press('Check again');
  await waitFor(() => expect(shell.callsOf('restore')).toHaveLength(2));
  expect(shell.callsOf('subscription')).toHaveLength(1);

  shell.on('restore', store.restore);
  await press('Check again');
  await isVip();
});

test('after a failed sale, the user can pay again if restore finds nothing', async ({ store, user }) => {
  const shell = openFakeShell({
    subscription: () => ({ code: 6, message: 'The store is closed' }),
    restore: store.restore,
  });
  await subscribe();
  await screen.findByText(/^The store shows no purchase/);
  expect(shell.callsOf('restore')).toHaveLength(1);
  shell.on('subscription', async ({ product_id }) => succeed({ receipt: await store.sell({ product_id }) }));
  await press('Continue payment');
  await isVip();
  expect((await accountOf(user)).vip_level).toBe(1);
});

test('if the store replies "already subscribed", restore credits the subscription', async ({ store }) => {
  await store.sell({ product_id: 'vip_month' });
  const shell = openFakeShell({
    subscription: () => ({ code: 3, message: 'You are already subscribed' }),
    restore: store.restore,
  });
  await subscribe();
  await isVip();
  expect(shell.callsOf('subscription')).toHaveLength(1);
});

test('the app does not call restore for an order with a cancelled payment', async ({ store }) => {
  const shell = openFakeShell({ subscription: () => ({ code: 1, message: '' }), restore: store.restore });
  await subscribe();
  await waitFor(() => expect(shell.cache.get('tyy.order')).toContain('"started":null'));

  await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Continue payment' });
  expect(shell.callsOf('restore')).toEqual([]);
});

test('in a browser, a subscription that the user has not paid at the cashier page is still open on the next visit', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await subscribe();
  await waitFor(() => expect(assign).toHaveBeenCalled());

  await renderAt('/subscription');
  await screen.findByRole('heading', { name: 'You have an unfinished payment' });
  await screen.findByRole('button', { name: 'Continue payment' });
});

test('before paying for another plan with the same price, the user is asked to discard the open order', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  changeData('getRechargeConfigsList', ({ list: [plan, ...others] }) => ({
    list: [plan!, { ...plan!, id: 999, product_id: 'vip_other', title: 'The other plan' }, ...others],
  }));
  await subscribe();
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());

  await renderAt('/subscription');
  await screen.findByRole('button', { name: 'Continue payment' });
  await userEvent.click(await screen.findByRole('radio', { name: /The other plan/ }));
  await press('Get VIP · 25 yuan');
  await screen.findByRole('dialog', { name: 'Discard this order?' });
  expect(assign).toHaveBeenCalledOnce();
});

test('after a payment, a button leads back to the chosen template', async ({ openShell }) => {
  openShell(receipt => succeed({ receipt }));
  await renderAt('/recharge');
  const { selectTemplate } = await import('../../../../src/state/wizard.ts');
  selectTemplate(3, 'Paper moon');
  await press('Pay 45 yuan');
  await press('Back to my picture');
  await waitFor(() => expect(location.pathname).toBe('/tyy/make-pic'));
});

test('in WeChat, orders of an API without payment channels are paid at the cashier page', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents.android);
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await buyCoins();

  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(String(assign.mock.calls[0]?.[0])).toContain('order_id=');
});
