import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../support/api.ts';
import { WechatPayDouble } from '../doubles/wechat-pay-double.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { merchantSettings, payerAt } from './wechat-pay-world.ts';

let wechat: WechatPayDouble;
let backend: TestBackend;
let folder: string;

beforeAll(async () => {
  wechat = await WechatPayDouble.open();
  folder = await mkdtemp(join(tmpdir(), 'tyy-wechat-pay-'));
  backend = await openTestBackend({ ...(await merchantSettings(wechat, folder)), SANDBOX: '1' });
});

afterAll(async () => {
  await backend.close();
  await wechat.close();
  await rm(folder, { recursive: true });
});

const inWechat = (user: TestUser) => dataOf(user.post('createOrder', { config_id: 1, channel: 'wechat' }));

/** Pays an order, and has WeChat Pay report it; returns the status of the response, and what is parked of it. */
async function pay(order_id: string, payment: string) {
  const report = wechat.notification('TRANSACTION.SUCCESS', wechat.pay(order_id, payment));
  const { statusCode } = await backend.app.inject({ method: 'POST', url: '/notify/wechat-pay', ...report });
  const parked = backend.services.db.query.selectFrom('parked_payments').selectAll();
  return { statusCode, parked: await parked.where('receipt', '=', order_id).executeTakeFirst() };
}

test('the open orders of a deleted account are closed, and a payment that slipped through is parked', async () => {
  const ann = await payerAt(backend, 'Ann');
  const { order_id, payment } = await inWechat(ann);
  await ann.post('deleteAccount');
  await expect.poll(() => wechat.trades.get(order_id)?.trade_state).toBe('CLOSED');
  expect(await pay(order_id, payment)).toMatchObject({
    statusCode: 200,
    parked: { provider: 'wechat-pay', amount: 1000 },
  });
});

test('a payment of an order that was credited for another receipt is taken, and parked', async () => {
  const { order_id, payment } = await inWechat(await payerAt(backend, 'Bob'));
  await backend.services.db.query
    .updateTable('orders')
    .set({ status: 'paid', receipt: 'by hand', paid_time: new Date() })
    .where('order_id', '=', order_id)
    .execute();
  expect(await pay(order_id, payment)).toMatchObject({ statusCode: 200, parked: { order_id, amount: 1000 } });
});
