import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { NotSigned, SignedReader } from '../../../server/money/app-store/signed-reader.ts';
import { closeParkedPayment } from '../../../server/money/parked-payments.ts';
import { reconcileOrders } from '../../../server/money/reconcile-orders.ts';
import { order } from '../../support/api.ts';
import type { DoubleTransaction } from '../doubles/app-store-double.ts';
import { appleChain } from '../doubles/apple-chain.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { type AppStoreWorld, test } from './app-store-world.ts';

const day = 24 * 60 * 60_000;

test('an order goes to the App Store with its product and a UUID of its own, and has no page', async ({
  world,
  ann,
}) => {
  const first = await world.order(ann, 3);
  const second = await world.order(ann, 3);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(JSON.parse(first.payment)).toEqual({
    product_id: 'coins_500',
    app_account_token: expect.stringMatching(uuid),
  });
  expect(second.payment).not.toBe(first.payment);
  expect(first).not.toHaveProperty('pay_url');
});

test('a transaction is credited once, whatever arrives first, twice or late', async ({ world, ann }) => {
  const { order_id, payment } = await world.order(ann, 1);
  const sold = world.store.sell(payment);
  const receipts = Array.from({ length: 10 }, () => world.handIn(ann, sold, order_id));
  const reports = Array.from({ length: 10 }, () => world.notify('ONE_TIME_CHARGE', sold));
  expect(new Set((await Promise.all(receipts)).map(({ code }) => code))).toEqual(new Set([0]));
  expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
  expect(await world.handIn(ann, sold)).toMatchObject({ code: 0 });
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100]);
});

test('a purchase that ended while the app was dead, or that waited for a parent, is credited by its notification', async ({
  world,
  ann,
}) => {
  const { order_id, payment } = await world.order(ann, 2);
  const sold = world.store.sell(payment);
  expect(await world.notify('ONE_TIME_CHARGE', sold)).toBe(200);
  expect((await ann.get('getOrder', { order_id })).data.status).toBe('paid');
  expect(await world.handIn(ann, sold, order_id)).toMatchObject({ code: 0 });
  expect(await coinsOf(ann)).toBe(350);
});

test.for<[string, (world: AppStoreWorld, sold: DoubleTransaction) => string]>([
  ['another app', ({ store }, sold) => store.sign({ ...sold, bundleId: 'com.example.other' })],
  ['the test environment', ({ store }, sold) => store.sign({ ...sold, environment: 'Sandbox' })],
  ['Xcode, which signs nothing', ({ store }, sold) => store.sign({ ...sold, environment: 'Xcode' })],
  ['a chain of somebody’s own', ({ store }, sold) => store.sign(sold, appleChain())],
  [
    'a leaf that is not the App Store’s',
    ({ store }, sold) => store.sign(sold, appleChain({ isMarked: false })),
  ],
  ['a changed product', ({ store }, sold) => changed(store.sign(sold), { ...sold, productId: 'coins_2000' })],
  ['no signature', ({ store }, sold) => store.sign(sold).replace(/[^.]+$/, '')],
  ['no text that is signed', () => 'a.b.c'],
])(
  'a receipt of %s is refused and credits nothing, nor does such a notification',
  async ([, forge], { world, ann }) => {
    const { order_id, payment } = await world.order(ann, 1);
    const receipt = forge(world, world.store.sell(payment));
    expect(await ann.post('paySuccess', { order_id, receipt })).toMatchObject({ code: 1004 });
    expect(await ann.post('paySuccess', { receipt })).toMatchObject({ code: 1004 });
    expect(await world.send(receipt)).toBe(400);
    expect(await coinsOf(ann)).toBe(50);
  },
);

test('what a leaf signed after its end is refused, what it signed before counts', async ({ world, ann }) => {
  const { store } = world;
  // The root is the double's own: only the dates are wrong.
  const { order_id, payment } = await world.order(ann, 1);
  const sold = store.sell(payment);
  const late = store.sign({ ...sold, signedDate: Date.now() + 3 * 365 * day });
  expect(await ann.post('paySuccess', { order_id, receipt: late })).toMatchObject({ code: 1004 });
  const early = store.sign({ ...sold, signedDate: Date.now() - day });
  expect(await ann.post('paySuccess', { order_id, receipt: early })).toMatchObject({ code: 0 });
});

test('a true receipt pays neither another order, nor another product, nor another user’s order', async ({
  world,
  ann,
}) => {
  const small = await world.order(ann, 1);
  const same = await world.order(ann, 1);
  const large = await world.order(ann, 5);
  const sold = world.store.sell(small.payment);
  for (const { order_id } of [same, large, await order(ann, 1)]) {
    expect(await world.handIn(ann, sold, order_id)).toMatchObject({ code: 1004 });
  }
  const eve = await signIn(world.backend, 'Eve');
  const hers = await world.order(eve, 1);
  expect((await world.handIn(eve, sold, hers.order_id)).code).not.toBe(0);
  expect((await world.handIn(eve, sold)).code).not.toBe(0);
  expect([await coinsOf(ann), await coinsOf(eve)]).toEqual([50, 50]);
  // A shell may combine the token of an expensive order with a cheap product.
  const cheap = world.store.sell(large.payment, { productId: 'coins_100' });
  expect(await world.handIn(ann, cheap, large.order_id)).toMatchObject({ code: 1004 });
  expect(await world.notify('ONE_TIME_CHARGE', cheap)).toBe(200);
  expect(await world.parked(cheap)).toMatchObject({ provider: 'app-store', amount: 1000, currency: 'cny' });
  expect(await coinsOf(ann)).toBe(50);
});

test('coins without an order are parked, and nobody else gets them', async ({ world, ann }) => {
  const loose = world.store.sell(null, { productId: 'coins_100' });
  expect((await world.handIn(ann, loose)).code).not.toBe(0);
  const { order_id } = await world.order(ann, 1);
  expect((await world.handIn(ann, loose, order_id)).code).not.toBe(0);
  expect(await world.parked(loose)).toMatchObject({ order_id: '' });
  const inYen = world.store.sell(null, { productId: 'coins_100', price: 1_200_000, currency: 'JPY' });
  expect((await world.handIn(ann, inYen)).code).not.toBe(0);
  expect(await world.parked(inYen)).toMatchObject({ amount: 1200, currency: 'jpy' });
  expect(await coinsOf(ann)).toBe(50);
});

test('after the account was deleted a late purchase is parked until its money goes back', async ({
  world,
  ann,
}) => {
  const [paid, open] = [await world.order(ann, 1), await world.order(ann, 1)];
  const before = world.store.sell(paid.payment);
  await world.handIn(ann, before, paid.order_id);
  await ann.post('deleteAccount');
  const late = world.store.sell(open.payment);
  expect(await world.notify('ONE_TIME_CHARGE', late)).toBe(200);
  expect(await world.parked(late)).toMatchObject({ order_id: open.order_id, returned: false });
  const eve = await signIn(world.backend, 'Eve');
  for (const sold of [before, late]) expect((await world.handIn(eve, sold)).code).not.toBe(0);
  expect(await coinsOf(eve)).toBe(50);
  Object.assign(late, { revocationDate: Date.now() });
  expect(await world.notify('REFUND', late)).toBe(200);
  expect(await world.parked(late)).toMatchObject({ returned: true });
  Object.assign(late, { revocationDate: undefined });
  expect(await world.notify('REFUND_REVERSED', late)).toBe(200);
  expect(await world.parked(late)).toMatchObject({ returned: false });
  // A payment that the operator closed stays closed, whatever is reported later.
  await closeParkedPayment(world.backend.services.db, late.transactionId);
  expect(await world.notify('CONSUMPTION_REQUEST', late)).toBe(200);
  expect(await world.parked(late)).toMatchObject({ returned: true });
});

test('a refund that is undone before its purchase was ever reported leaves that parked', async ({
  world,
  ann,
}) => {
  const { payment } = await world.order(ann, 1);
  await ann.post('deleteAccount');
  const sold = world.store.sell(payment);
  Object.assign(sold, { revocationDate: Date.now() });
  expect(await world.notify('REFUND', sold)).toBe(200);
  expect(await world.parked(sold)).toBeUndefined();
  Object.assign(sold, { revocationDate: undefined });
  expect(await world.notify('REFUND_REVERSED', sold)).toBe(200);
  expect(await world.parked(sold)).toMatchObject({ returned: false });
});

test('an order whose notification never came is found in the history of a known customer', async ({
  world,
  ann,
}) => {
  const first = await world.order(ann, 1);
  await world.handIn(ann, world.store.sell(first.payment), first.order_id);
  const second = await world.order(ann, 2);
  world.store.sell(second.payment);
  world.backend.clock.ahead = 3 * 60_000;
  await reconcileOrders(world.backend.services);
  expect(await coinsOf(ann)).toBe(450);
});

test('a notification that did not reach us is fetched, also that of a new customer', async ({
  world,
  ann,
}) => {
  const { payment } = await world.order(ann, 1);
  world.store.missed.push(world.store.notification('ONE_TIME_CHARGE', world.store.sell(payment)));
  const [provider] = world.backend.services.payments;
  await provider?.catchUp?.(world.backend.services);
  await provider?.catchUp?.(world.backend.services);
  world.store.missed.length = 0;
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100]);
});

test('while Apple cannot be asked a notification is refused for the moment, and counts when it comes again', async ({
  world,
  ann,
}) => {
  const { payment } = await world.order(ann, 1);
  const signed = world.store.notification('ONE_TIME_CHARGE', world.store.sell(payment));
  world.store.http.troubles.push({ status: 500, body: 'later' });
  expect(await world.send(signed)).toBe(503);
  expect(await coinsOf(ann)).toBe(50);
  expect(await world.send(signed)).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
});

test('a notification about nothing that was bought is taken', async ({ world }) => {
  expect(await world.notify('TEST', null)).toBe(200);
});

/** The receipt with another payload and the same signature. */
function changed(receipt: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return receipt.replace(/\.[^.]+\./, `.${text}.`);
}

test.for<[string, { revocationType: string; revocationPercentage?: number }, left: number]>([
  ['all of it', { revocationType: 'REFUND_FULL' }, 50],
  ['30 %', { revocationType: 'REFUND_PRORATED', revocationPercentage: 30_000 }, 120],
  ['a share that is not said', { revocationType: 'REFUND_PRORATED' }, 50],
  ['more than was paid', { revocationType: 'REFUND_PRORATED', revocationPercentage: 130_000 }, 50],
  ['less than nothing', { revocationType: 'REFUND_PRORATED', revocationPercentage: -30_000 }, 150],
])(
  'where the App Store gives back %s, so many coins are left',
  async ([, revocation, left], { world, ann }) => {
    const { order_id, payment } = await world.order(ann, 1);
    const sold = world.store.sell(payment);
    await world.handIn(ann, sold, order_id);
    expect(await coinsOf(ann)).toBe(150);
    Object.assign(sold, { revocationDate: Date.now(), ...revocation });
    expect(await world.notify('REFUND', sold)).toBe(200);
    expect(await coinsOf(ann)).toBe(left);
  },
);

test('what was bought twice with one order is credited twice, to its user', async ({ world, ann }) => {
  const { order_id, payment } = await world.order(ann, 1);
  await world.handIn(ann, world.store.sell(payment), order_id);
  const again = world.store.sell(payment);
  const eve = await signIn(world.backend, 'Eve');
  expect(await world.handIn(eve, again)).toMatchObject({ message: expect.stringMatching(/another account/) });
  expect(await coinsOf(eve)).toBe(50);
  await Promise.all([world.notify('ONE_TIME_CHARGE', again), world.handIn(ann, again)]);
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, 100]);
});

test('coins without an order that name no currency are parked without one', async ({ world, ann }) => {
  const loose = world.store.sell(null, { productId: 'coins_100', currency: undefined });
  expect((await world.handIn(ann, loose)).code).not.toBe(0);
  expect(await world.parked(loose)).toMatchObject({ order_id: '', amount: 1000, currency: '' });
});

/** Apple's test data, published with its own library: signed by a chain from `root.der`, for `com.example`. */
const material = (name: string) => readFile(`tests/testdata/apple/${name}.jws`, 'utf8');

const openReader = (environment: 'production' | 'sandbox') =>
  SignedReader.open({
    bundleId: 'com.example',
    appId: 1234,
    environment,
    rootFiles: ['tests/testdata/apple/root.der'],
    onlineChecks: false,
    issuerId: '',
    keyId: '',
    keyFile: '',
    apiOrigin: '',
  });

test('Apple’s own test notification is read', async () => {
  const reader = await openReader('sandbox');
  const id = '9ad56bd2-0bc6-42e0-af24-fd996d87a1e6';
  expect(await reader.notification(await material('testNotification'))).toEqual({
    id,
    isReversal: false,
    transaction: null,
    graceUntil: null,
  });
});

test('Apple’s own transaction, which names nothing that was bought, passes its check and not ours', async () => {
  const reader = await openReader('sandbox');
  await expect(reader.transaction(await material('transactionInfo'))).rejects.toThrow(
    'a transaction lacks its number',
  );
});

test.each([
  ['wrongBundleId', 'sandbox', 'INVALID_APP_IDENTIFIER'],
  ['missingX5CHeaderClaim', 'sandbox', 'INVALID'],
  ['testNotification', 'production', 'INVALID_ENVIRONMENT'],
] as const)('Apple’s own %s does not count in %s', async (name, environment, says) => {
  const reader = await openReader(environment);
  const reading = reader.notification(await material(name));
  await expect(reading).rejects.toBeInstanceOf(NotSigned);
  await expect(reading).rejects.toThrow(says);
});
