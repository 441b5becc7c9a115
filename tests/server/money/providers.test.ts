import { expect, vi } from 'vitest';
import type { Channel } from '../../../server/contract/money.ts';
import { reconcileOrders } from '../../../server/money/orders.ts';
import type { Payment, PaymentProvider, Standing } from '../../../server/money/payment-provider.ts';
import type { RechargeConfig } from '../../../server/money/recharge-configs.ts';
import { confirmOrders } from '../../../server/money/routes.ts';
import { settlePayment } from '../../../server/money/settle-payment.ts';
import { dataOf, order } from '../../support/api/api.ts';
import { StripeDouble } from '../doubles/stripe-double.ts';
import { openTestBackend, signIn, type TestUser } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { changesOf, coinsOf, idOf } from '../support/jobs.ts';
import { sharedBackend, usersOf } from '../support/shared-backend.ts';

/** A payment provider that only tests have: sells coins for vouchers, only in a phone's store. */
class VoucherPayments implements PaymentProvider {
  readonly name = 'vouchers';
  /** Payments by their receipt. */
  readonly paid = new Map<string, Payment>();
  readonly looked: string[] = [];

  sells({ coins }: RechargeConfig, channel: Channel): boolean {
    return channel === 'google-play' && coins > 0;
  }

  async begin({ order_id }: { order_id: string }) {
    return { payment: `voucher:${order_id}`, payPage: `/vouchers/${order_id}` };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    return this.paid.get(receipt) ?? null;
  }

  async look(orderId: string): Promise<Standing> {
    this.looked.push(orderId);
    const payment = [...this.paid.values()].find(one => one.orderId === orderId);
    return payment ? { kind: 'paid', payment } : { kind: 'open', payPage: null };
  }

  async removeUser() {
    return () => {};
  }

  async routes(): Promise<void> {}

  /** Pays for a product; returns the receipt. */
  pay(orderId: string | null, productId: string): string {
    const receipt = `voucher-${this.paid.size + 1}`;
    this.paid.set(receipt, { provider: this.name, receipt, orderId, productId });
    return receipt;
  }
}

const coins = 'coins_100';
const vouchers = new VoucherPayments();
const stripe = await forFile(StripeDouble.open());
const backend = sharedBackend({ ...stripe.settings(), SANDBOX: '1' }, { payments: [vouchers] });
const test = usersOf(backend);

/** Runs the task for forgotten orders three minutes later. */
async function reconcile(): Promise<void> {
  backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(backend.services);
  backend.clock.ahead = 0;
}

const inStore = (user: TestUser) =>
  dataOf(user.post('createOrder', { config_id: 1, channel: 'google-play' }));

test('an order goes to the provider for its channel, or without a channel to the first provider', async () => {
  const ann = await signIn(backend, 'Ann 24');
  const usual = await order(ann, 1);
  const page = await dataOf(ann.post('createOrder', { config_id: 1, channel: 'page' }));
  const store = await inStore(ann);
  expect(store.payment).toBe(`voucher:${store.order_id}`);
  const saved = backend.services.db.query.selectFrom('orders').select('provider');
  const found = [usual, page, store].map(({ order_id }) =>
    saved.where('order_id', '=', order_id).executeTakeFirstOrThrow(),
  );
  const names = (await Promise.all(found)).map(({ provider }) => provider);
  expect(names).toEqual(['stripe', 'stripe', 'vouchers']);
});

test('an order is refused and not saved if no provider sells the product through its channel', async () => {
  const bob = await signIn(backend, 'Bob 25');
  for (const wrong of [
    { config_id: 101, channel: 'google-play' },
    { config_id: 1, channel: 'wechat' },
    { config_id: 1, channel: 'barter' as 'page' },
  ] as const) {
    expect((await bob.post('createOrder', wrong)).status).toBeGreaterThanOrEqual(400);
  }
  expect((await bob.get('getUnfinishedOrders')).data.list).toEqual([]);
});

test('each provider gets requests only for its own orders', async ({ dan }) => {
  const page = await order(dan, 1);
  const store = await inStore(dan);
  expect((await dan.get('getUnfinishedOrders')).data.list).toHaveLength(2);
  await reconcile();
  expect(vouchers.looked).toContain(store.order_id);
  expect(vouchers.looked).not.toContain(page.order_id);
});

test('a receipt from one provider cannot pay an order at another provider', async ({ eve }) => {
  const page = await order(eve, 1);
  const store = await inStore(eve);
  const voucher = vouchers.pay(page.order_id, coins);
  const loose = vouchers.pay(null, coins);
  for (const receipt of [voucher, loose]) {
    expect(await eve.post('paySuccess', { order_id: page.order_id, receipt })).toMatchObject({ code: 1004 });
    expect((await eve.post('paySuccess', { receipt })).code).not.toBe(0);
  }
  const notified = settlePayment(backend.services, vouchers.paid.get(voucher)!);
  await expect(notified).rejects.toMatchObject({ statusCode: 400 });
  const session = stripe.pay(page.order_id).id;
  expect(await eve.post('paySuccess', { order_id: store.order_id, receipt: session })).toMatchObject({
    code: 1004,
  });
  expect(await coinsOf(eve)).toBe(50);
  expect((await eve.get('getOrder', { order_id: page.order_id })).data.status).toBe('paid');
  expect(await changesOf(eve)).toEqual([50, 100]);
});

test('getUserInfo lists only the channels that sell something', async () => {
  const { pay_channels, features } = await dataOf((await signIn(backend, 'Zoe')).get('getUserInfo'));
  expect(pay_channels).toEqual(['google-play', 'page']);
  expect(features).toContain('pay-channels');
  const poor = await openTestBackend({ NODE_ENV: 'production', AI_PRODUCER: 'A' });
  expect(poor.services.features).toContain('pay-channels');
  expect(poor.services.payChannels).toEqual([]);
  await poor.close();
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a provider that does not respond does not delay the list of orders', async ({ cat }) => {
  const ids = await Promise.all(times(6).map(async () => (await inStore(cat)).order_id));
  const asked: string[] = [];
  const look = vi.spyOn(vouchers, 'look').mockImplementation(async orderId => {
    asked.push(orderId);
    return asked.length === 1 ? { kind: 'over' } : new Promise(() => {});
  });
  const user_id = await idOf(cat);
  const found = await confirmOrders(backend.services, user_id, ids, 300);
  look.mockRestore();
  expect(found.map(({ order }) => order.order_id)).toEqual(ids);
  // Lookups run concurrently in database order, so any order may be the first.
  expect(found.map(({ order }) => order.status)).toEqual(
    ids.map(id => (id === asked[0] ? 'cancelled' : 'pending')),
  );
  // The other lookups hang until the time limit, so the sixth order is never looked up.
  expect(asked).toHaveLength(5);
});

test('a forgotten payment is found even if another user has hundreds of older orders', async () => {
  const dan = await signIn(backend, 'Dan 26');
  const eve = await signIn(backend, 'Eve 26');
  const user_id = await idOf(dan);
  const old = new Date(Date.now() - 60 * 60_000);
  const rows = times(300).map(index => ({
    order_id: `old-${index}`,
    user_id,
    config_id: 1,
    product_id: 'coins_100',
    amount: 600,
    status: 'pending' as const,
    provider: vouchers.name,
    create_time: old,
  }));
  await backend.services.db.query.insertInto('orders').values(rows).execute();
  const { order_id } = await inStore(eve);
  vouchers.pay(order_id, 'coins_100');
  await reconcile();
  expect(await coinsOf(eve)).toBe(150);
});
