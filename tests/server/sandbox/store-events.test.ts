import { beforeEach, expect, test } from 'vitest';
import { signIn, type TestUser } from '../support/backend.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const day = 24 * 60 * 60;

const backend = sharedBackend();
let ann: TestUser;
let users = 0;

beforeEach(async () => {
  backend.clock.ahead = 0;
  ann = await signIn(backend, `Ann ${++users}`);
});

async function ask(path: string, payload: object) {
  const response = await backend.app.inject({ method: 'POST', url: `/sandbox/${path}`, payload });
  return { status: response.statusCode, ...response.json() };
}

const subscribe = async (more = {}) =>
  (await ask('subscribe', { product_id: 'vip_month', ...more })).receipt as string;
const play = (receipt: string, event: string) => ask('store', { receipt, event });
const restore = (user: TestUser, receipt: string) => user.post('paySuccess', { receipt });

/** Counts the rows of takings. */
async function takings(): Promise<number> {
  return (await backend.services.db.query.selectFrom('takings').selectAll().execute()).length;
}

/** Remaining days of VIP, and the ledger's changes, oldest first. */
async function standing(user: TestUser) {
  const { data } = await user.get('getUserInfo');
  const left = data.vip_expire_time - (Date.now() + backend.clock.ahead) / 1000;
  const { list } = (await user.get('getCoinStatementList')).data;
  return { days: Math.max(Math.round(left / day), 0), rows: list.toReversed().map(({ change }) => change) };
}

test('a renewal is a row, lasts a period longer, and cannot be claimed by another account', async () => {
  const first = await subscribe();
  expect(await restore(ann, first)).toMatchObject({ code: 0 });
  const { receipt } = await play(first, 'renew');
  expect(receipt).not.toBe(first);
  expect(await standing(ann)).toEqual({ days: 60, rows: [50, 0, 0] });
  const bob = await signIn(backend, `Bob ${users}`);
  for (const shown of [first, receipt]) expect(await restore(bob, shown)).toMatchObject({ code: 1004 });
  expect(await restore(ann, receipt)).toMatchObject({ code: 0 });
  expect(await standing(ann)).toEqual({ days: 60, rows: [50, 0, 0] });
});

test('grace prolongs without a row, an expiry ends, and a later renewal begins anew', async () => {
  const first = await subscribe();
  await restore(ann, first);
  await play(first, 'grace');
  expect(await standing(ann)).toEqual({ days: 46, rows: [50, 0] });
  await play((await play(first, 'renew')).receipt, 'end');
  expect(await standing(ann)).toEqual({ days: 0, rows: [50, 0, 0] });
  await play(first, 'renew');
  expect(await standing(ann)).toEqual({ days: 30, rows: [50, 0, 0, 0] });
});

test('a refund takes back a subscription and coins, once, and what went back is not credited later', async () => {
  const first = await subscribe();
  await restore(ann, first);
  await play(first, 'refund');
  await play(first, 'refund');
  expect(await standing(ann)).toEqual({ days: 0, rows: [50, 0, 0] });

  const { order_id } = (await ann.post('createOrder', { config_id: 1 })).data;
  const { receipt } = await ask('pay', { order_id });
  await ann.post('paySuccess', { order_id, receipt });
  await play(receipt, 'refund');
  expect((await standing(ann)).rows.slice(-2)).toEqual([100, -100]);

  const late = await subscribe();
  await play(late, 'refund');
  expect(await restore(ann, late)).toMatchObject({ code: 1004 });
});

test('a relative’s subscription counts as long as it is shared, and is no money', async () => {
  const before = await takings();
  const shared = await subscribe({ is_shared: true });
  await restore(ann, shared);
  expect((await standing(ann)).days).toBe(30);
  expect(await takings()).toBe(before);
  await play(shared, 'end');
  expect((await standing(ann)).days).toBe(0);
});

test('what was never bought has no events, and coins do not renew', async () => {
  expect(await play('made-up', 'refund')).toMatchObject({ status: 404 });
  const { order_id } = (await ann.post('createOrder', { config_id: 1 })).data;
  const { receipt } = await ask('pay', { order_id });
  expect(await play(receipt, 'renew')).toMatchObject({ status: 404 });
  expect(await ask('store', { receipt, event: 'burn' })).toMatchObject({ status: 400 });
});
