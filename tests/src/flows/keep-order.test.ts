import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  type FakeShell,
  openFakeShell,
  type ShellAction,
  type ShellActions,
  succeed,
} from '../../support/fake-shell.ts';
import { callBackend, renderAt, signedIn } from '../../support/render-at.tsx';

let token: string;
/** What the store has sold, the newest last. */
let sold: string[];

beforeEach(async () => {
  token = await signedIn();
  sold = [];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

const coins = async () => (await callBackend<{ coins: number }>('/v1/getUserInfo', token)).coins;
const isVip = async () => (await callBackend<{ vip_level: number }>('/v1/getUserInfo', token)).vip_level > 0;

async function sell(what: 'pay' | 'subscribe', goods: object): Promise<string> {
  const response = await fetch(`${location.origin}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goods),
  });
  const { receipt } = await response.json();
  sold.push(receipt);
  return receipt;
}

const restore: ShellAction<'restore'> = () => {
  const receipt = sold.at(-1);
  return receipt ? succeed({ receipt }) : { code: 2, message: '' };
};

/** A shell whose store sells, and then replies like this. */
function shellThatEnds(
  end: (receipt: string) => ReturnType<ShellAction<'pay'>>,
  more: ShellActions = {},
): FakeShell {
  return openFakeShell({
    pay: async ({ order_id }) => end(await sell('pay', { order_id })),
    subscription: async ({ product_id }) => end(await sell('subscribe', { product_id })),
    restore,
    ...more,
  });
}

/** Lets the API know nothing beyond the specification's calls; returns the addresses that were asked. */
function hideFeatures(): string[] {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(String(input));
    const response = await real(input, init);
    if (!String(input).includes('/v1/getUserInfo')) return response;
    const envelope = await response.json();
    delete envelope.data?.features;
    return new Response(JSON.stringify(envelope), { status: response.status });
  });
  return asked;
}

async function press(screen: Awaited<ReturnType<typeof renderAt>>, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

const brokenEnds = [
  { code: 7, message: 'The connection to the store was lost' },
  { malformed: {} },
  { malformed: { receipt: 5 } },
  { malformed: null },
];

test.each(brokenEnds)('coins that the phone sold before it replied %j are credited', async end => {
  shellThatEnds(() => end);
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await screen.findByText('Payment received: +100 gold coins');
  expect(await coins()).toBe(150);
});

test.each(brokenEnds)(
  'a subscription that the store sold before it replied %j is found by restore',
  async end => {
    const shell = shellThatEnds(() => end);
    const screen = await renderAt('/subscription');
    await press(screen, 'Subscribe for 25 yuan');
    await screen.findByRole('heading', { name: 'You are a VIP' });
    expect(shell.callsOf('subscription')).toHaveLength(1);
  },
);

test('coins that are paid while the page is left are credited, and the order is not forgotten before', async () => {
  const shell = shellThatEnds(() => null);
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await vi.waitFor(() => expect(sold).toHaveLength(1));
  expect(shell.cache.get('tyy.order')).toContain('order');
  window.dispatchEvent(new Event('pagehide'));
  await screen.findByText('150 gold coins');
});

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

test('a payment that the user cancelled leaves the order open, and it is paid once', async () => {
  const shell = shellThatEnds(receipt => succeed({ receipt }));
  shell.refuseNext('pay', { code: 1, message: '' });
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await press(screen, 'Continue payment');
  await screen.findByText('150 gold coins');
  const orders = shell.callsOf('pay').map(({ params }) => params.order_id);
  expect(orders).toEqual([orders[0], orders[0]]);
});

test('with an API that serves the specification only, a receipt that was taken is a credit', async () => {
  const asked = hideFeatures();
  shellThatEnds(receipt => succeed({ receipt }));
  const screen = await renderAt('/recharge');
  await press(screen, 'Pay 10 yuan');
  await screen.findByText('150 gold coins');
  expect(asked.filter(address => /getOrder|getUnfinishedOrders/.test(address))).toEqual([]);
});

test('with such an API a payment of unknown end stays, with "check again" and "discard"', async () => {
  const asked = hideFeatures();
  shellThatEnds(() => ({ code: 7, message: '' }), { restore: () => ({ code: 404, message: '' }) });
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await vi.waitFor(() => expect(sold).toHaveLength(1));
  const screen = await renderAt('/recharge');
  await screen.findByText(/^You may have paid already/);
  await press(screen, 'Check again');
  await screen.findByText(/^You may have paid already/);
  await press(screen, 'Discard order');
  const question = await screen.findByRole('dialog');
  await userEvent.click(question.querySelector('button') as HTMLElement);
  await screen.findByRole('button', { name: 'Pay 10 yuan' });
  expect(asked.filter(address => /getOrder|getUnfinishedOrders/.test(address))).toEqual([]);
});

test('a link to another order does not take the place of the one that may be paid', async () => {
  const shell = shellThatEnds(() => null);
  await renderAt('/recharge').then(screen => press(screen, 'Pay 10 yuan'));
  await vi.waitFor(() => expect(sold).toHaveLength(1));
  const screen = await renderAt('/recharge?order_id=another&receipt=made-up');
  await screen.findByText('150 gold coins');
  expect(shell.callsOf('pay')).toHaveLength(1);
});

test('an order that this device has forgotten is credited when the screen opens', async () => {
  const { order_id } = await callBackend<{ order_id: string }>('/v1/createOrder', token, { config_id: 1 });
  await sell('pay', { order_id });
  const screen = await renderAt('/recharge');
  await screen.findByText('150 gold coins');
});
