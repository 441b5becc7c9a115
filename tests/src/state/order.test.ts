import { beforeEach, expect, test } from 'vitest';
import type { SavedOrder } from '../../../src/state/order.ts';
import { type FakeShell, openFakeShell } from '../../support/fake-shell.ts';
import { good } from '../../support/saved-values.ts';

const order = { ...good['tyy.order'], storePrice: null } as SavedOrder;

let shell: FakeShell;
let state: typeof import('../../../src/state/order.ts');

beforeEach(async () => {
  shell = openFakeShell();
  await (await import('../../../src/platform/bridge/bridge.ts')).openBridge();
  state = await import('../../../src/state/order.ts');
});

test('an order survives the page until it is cleared', async () => {
  expect(state.payment).toMatchObject({ order: null, status: 'none' });
  expect(await state.loadOrder()).toBeNull();
  await state.saveOrder(order, 'unfinished');
  expect(JSON.parse(shell.cache.get('tyy.order')!)).toEqual(order);
  expect(state.payment).toMatchObject({ order, status: 'unfinished' });

  state.setPaymentStatus('unsure');
  expect(state.payment).toMatchObject({ order, status: 'unsure' });
  state.resetPayment();
  expect(state.payment).toMatchObject({ order: null, status: 'none' });
  expect(await state.loadOrder()).toEqual(order);
  expect(state.payment.order).toEqual(order);

  await state.clearOrder();
  expect(state.payment).toMatchObject({ order: null, status: 'none' });
  expect(shell.cache.has('tyy.order')).toBe(false);
});

test('an order that is being paid is not replaced by what was saved before', async () => {
  await state.saveOrder(order, 'unfinished');
  shell.cache.set('tyy.order', JSON.stringify({ ...order, orderId: 'o0' }));
  expect(await state.loadOrder()).toEqual(order);
});

test('an order that an earlier version saved, or another page, has nothing but its id', async () => {
  shell.cache.set('tyy.order', '{"orderId":7}');
  expect(await state.loadOrder()).toEqual({
    orderId: 7,
    kind: 'coins',
    title: '',
    coins: 0,
    payAmount: 0,
    storePrice: null,
    productId: '',
    channel: null,
    payment: '',
    payUrl: null,
    started: null,
    receipt: null,
  });
});
