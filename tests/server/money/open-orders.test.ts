import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { confirmOrders } from '../../../server/money/order-routes.ts';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { dataOf } from '../../support/api.ts';
import { stripeAccount } from '../doubles/stripe-double.ts';
import { VoucherPayments } from '../doubles/voucher-payments.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';

const vouchers = new VoucherPayments();
let backend: TestBackend;

beforeAll(async () => {
  // A provider that sells nothing in a phone's store, and is never asked.
  const settings = { ...stripeAccount, STRIPE_API: 'http://127.0.0.1:9', SANDBOX: '1' };
  backend = await openTestBackend(settings, { payments: [vouchers] });
});
afterAll(() => backend.close());

const begin = (user: TestUser) => user.post('createOrder', { config_id: 1, channel: 'google-play' });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test('twenty orders of one user wait for their payment, the next is refused, and each of the twenty can be paid', async () => {
  const ann = await signIn(backend, 'Ann');
  const replies = await Promise.all(times(25).map(() => begin(ann)));
  const refused = replies.filter(({ code }) => code !== 0);
  expect(refused.map(({ status, code }) => [status, code])).toEqual(times(5).map(() => [429, 1005]));
  expect((await dataOf(ann.get('getUnfinishedOrders'))).list).toHaveLength(20);
  expect((await begin(await signIn(backend, 'Bob'))).code).toBe(0);

  const [first] = replies.filter(({ code }) => code === 0);
  const receipt = vouchers.pay(first!.data.order_id, 'coins_100');
  expect((await ann.post('paySuccess', { order_id: first!.data.order_id, receipt })).code).toBe(0);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100]);
  expect((await begin(ann)).code).toBe(0);
  expect((await begin(ann)).status).toBe(429);
  // What was never paid is over after a day.
  backend.clock.ahead = 24 * 60 * 60_000;
  expect((await begin(ann)).code).toBe(0);
  backend.clock.ahead = 0;
});

test('a provider that says nothing does not hold up the list of orders', async () => {
  const cat = await signIn(backend, 'Cat');
  const ids = await Promise.all(times(6).map(async () => (await dataOf(begin(cat))).order_id));
  const asked: string[] = [];
  const look = vi.spyOn(vouchers, 'look').mockImplementation(async orderId => {
    asked.push(orderId);
    return asked.length === 1 ? { kind: 'over' } : new Promise(() => {});
  });
  const { user_id } = await dataOf(cat.get('getUserInfo'));
  const found = await confirmOrders(backend.services, user_id, ids, 300);
  look.mockRestore();
  expect(found.map(({ order }) => order.order_id)).toEqual(ids);
  // They are asked about at once, in the order in which the database finds them.
  expect(found.map(({ order }) => order.status)).toEqual(
    ids.map(id => (id === asked[0] ? 'cancelled' : 'pending')),
  );
  // What has not been asked about by then is not asked about any more.
  expect(asked).toHaveLength(5);
});

test("a forgotten payment is found although another user's thousands of orders are older", async () => {
  const [dan, eve] = [await signIn(backend, 'Dan'), await signIn(backend, 'Eve')];
  const { user_id } = await dataOf(dan.get('getUserInfo'));
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
  const { order_id } = await dataOf(begin(eve));
  vouchers.pay(order_id, 'coins_100');
  backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(backend.services);
  backend.clock.ahead = 0;
  expect(await coinsOf(eve)).toBe(150);
});
