import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { NotSigned, SignedReader } from '../../../server/money/app-store/app-store-api.ts';
import { closeParkedPayment } from '../../../server/money/payment-provider.ts';
import { order } from '../../support/api/api.ts';
import type { DoubleTransaction } from '../doubles/app-store-double.ts';
import { reportOf } from '../doubles/shop-double.ts';
import { AppStoreWorld } from './app-store-world.ts';
import { day, sharedWorld } from './shop-world.ts';

const world = sharedWorld(new AppStoreWorld());
const withoutOrder = { productId: 'coins_100' };

test('an App Store order has its product and its own UUID, but no payment page', async () => {
  const first = await world.order(3);
  const second = await world.order(3);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(JSON.parse(first.payment)).toEqual({
    product_id: 'coins_500',
    app_account_token: expect.stringMatching(uuid),
  });
  expect(second.payment).not.toBe(first.payment);
  expect(first).not.toHaveProperty('pay_url');
});

const sign = (sold: DoubleTransaction) => world.shop.sign(sold);

test.each<[string, (sold: DoubleTransaction) => string]>([
  ['of another app', sold => sign({ ...sold, bundleId: 'com.example.other' })],
  ['of the test environment', sold => sign({ ...sold, environment: 'Sandbox' })],
  ['of Xcode, which signs nothing', sold => sign({ ...sold, environment: 'Xcode' })],
  ['with another certificate chain', sold => world.shop.sign(sold, 'other')],
  ['with a leaf certificate that lacks the App Store’s mark', sold => world.shop.sign(sold, 'unmarked')],
  ['with a changed product', sold => changed(sign(sold), { ...sold, productId: 'coins_2000' })],
  ['without a signature', sold => sign(sold).replace(/[^.]+$/, '')],
  ['that is not a token', () => 'a.b.c'],
])('a receipt or notification %s is refused and credits nothing', async (_, forge) => {
  const { order_id, payment } = await world.order(1);
  const receipt = forge(world.shop.sell(payment));
  expect(await world.handIn(receipt, order_id)).toMatchObject({ code: 1004 });
  expect(await world.handIn(receipt)).toMatchObject({ code: 1004 });
  expect(await world.send(reportOf({ signedPayload: receipt }))).toBe(400);
  expect(await world.coins()).toBe(50);
});

/** Returns the receipt with another payload and the old signature. */
function changed(receipt: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return receipt.replace(/\.[^.]+\./, `.${text}.`);
}

test('a receipt is refused if it was signed after its certificate expired, and accepted if signed before', async () => {
  // The double's root certificate is trusted, so only the date can cause the refusal.
  const { order_id, payment } = await world.order(1);
  const sold = world.shop.sell(payment);
  const late = { ...sold, signedDate: Date.now() + 30 * 365 * day };
  expect(await world.handInSold(late, order_id)).toMatchObject({ code: 1004 });
  expect(await world.handInSold({ ...sold, signedDate: Date.now() - day }, order_id)).toMatchObject({
    code: 0,
  });
});

test('an App Store receipt can pay neither a web order nor an order for a more expensive product', async () => {
  const sold = await world.sell(1);
  expect(await world.handInSold(sold, (await order(world.ann, 1)).order_id)).toMatchObject({ code: 1004 });
  const large = await world.order(5);
  const cheap = world.shop.sell(large.payment, withoutOrder);
  expect(await world.handInSold(cheap, large.order_id)).toMatchObject({ code: 1004 });
  expect(await world.notify('ONE_TIME_CHARGE', cheap)).toBe(200);
  const parked = { provider: 'app-store', amount: 1000, currency: 'cny' };
  expect(await world.parked(cheap.transactionId)).toMatchObject(parked);
  expect(await world.coins()).toBe(50);
});

test.each([
  ['in yuan', {}, { amount: 1000, currency: 'cny' }],
  ['in yen', { price: 1_200_000, currency: 'JPY' }, { amount: 1200, currency: 'jpy' }],
  ['without a currency', { currency: undefined }, { amount: 1000, currency: '' }],
])(
  'coins that were bought without an order %s are parked and credited to nobody',
  async (_, changes, parked) => {
    const loose = world.shop.sell(null, { ...withoutOrder, ...changes });
    const { order_id } = await world.order(1);
    for (const id of [undefined, order_id]) expect((await world.handInSold(loose, id)).code).not.toBe(0);
    expect(await world.parked(loose.transactionId)).toMatchObject({ order_id: '', ...parked });
    expect(await world.coins()).toBe(50);
  },
);

test('a late purchase by a deleted account is parked until it is refunded', async () => {
  const before = await world.buy(1);
  const late = await world.sell(1);
  const stateOf = async () => (await world.parked(late.transactionId))?.returned;
  await world.ann.post('deleteAccount');
  expect(await world.notify('ONE_TIME_CHARGE', late)).toBe(200);
  expect(await stateOf()).toBe(false);
  const eve = await world.newUser('Eve');
  for (const sold of [before, late]) expect((await world.handInSold(sold, undefined, eve)).code).not.toBe(0);
  expect(await world.coins(eve)).toBe(50);
  expect(await world.refund(late)).toBe(200);
  expect(await stateOf()).toBe(true);
  expect(await world.undoRefund(late)).toBe(200);
  expect(await stateOf()).toBe(false);
  // A payment that the operator closed stays closed, whatever the store reports later.
  await closeParkedPayment(world.backend.services.db, late.transactionId);
  expect(await world.notify('CONSUMPTION_REQUEST', late)).toBe(200);
  expect(await stateOf()).toBe(true);
});

test('a deleted account’s purchase that is first reported as refunded is parked if the refund is undone', async () => {
  const sold = await world.sell(1);
  await world.ann.post('deleteAccount');
  expect(await world.refund(sold)).toBe(200);
  expect(await world.parked(sold.transactionId)).toBeUndefined();
  expect(await world.undoRefund(sold)).toBe(200);
  expect(await world.parked(sold.transactionId)).toMatchObject({ returned: false });
});

test('while Apple is unavailable, a notification gets 503 and is accepted when Apple repeats it', async () => {
  const sold = await world.sell(1);
  world.shop.http.troubles.push({ status: 500, body: 'later' });
  expect(await world.notify('ONE_TIME_CHARGE', sold)).toBe(503);
  expect(await world.coins()).toBe(50);
  expect(await world.notify('ONE_TIME_CHARGE', sold)).toBe(200);
  expect(await world.coins()).toBe(150);
});

test.each<[string, Partial<DoubleTransaction>, left: number]>([
  ['the full amount', {}, 50],
  ['30 %', { revocationType: 'REFUND_PRORATED', revocationPercentage: 30_000 }, 120],
  ['an unknown share', { revocationType: 'REFUND_PRORATED' }, 50],
  ['more than was paid', { revocationType: 'REFUND_PRORATED', revocationPercentage: 130_000 }, 50],
  ['less than nothing', { revocationType: 'REFUND_PRORATED', revocationPercentage: -30_000 }, 150],
])('a refund of %s takes back the right share of the coins', async (_, revocation, left) => {
  const sold = await world.buy(1);
  expect(await world.coins()).toBe(150);
  expect(await world.refund(sold, revocation)).toBe(200);
  expect(await world.coins()).toBe(left);
});

test('a product bought twice with one order is credited twice to the same user', async () => {
  const { order_id, payment } = await world.order(1);
  await world.handInSold(world.shop.sell(payment), order_id);
  const again = world.shop.sell(payment);
  const eve = await world.newUser('Eve');
  const message = expect.stringMatching(/another account/);
  expect(await world.handInSold(again, undefined, eve)).toMatchObject({ message });
  expect(await world.coins(eve)).toBe(50);
  await Promise.all([world.notify('ONE_TIME_CHARGE', again), world.handInSold(again)]);
  expect(await world.changes()).toEqual([50, 100, 100]);
});

/** Sells coins without delivering the store's notification. */
async function missPurchase(hours = 0): Promise<DoubleTransaction> {
  const sold = await world.sell(1);
  world.miss(sold, hours);
  return sold;
}

test('an undelivered notification is fetched and credited once, and notifications of unknown types are ignored', async () => {
  const before = await world.passedBy('notifications');
  world.miss(null, 0, 'SOMETHING_NEW');
  await missPurchase();
  for (const _ of [1, 2]) await world.catchUp();
  expect(await world.changes()).toEqual([50, 100]);
  expect(await world.passedBy('notifications')).toBe(before);
});

const inSandbox = () => world.shop.sell(null, { ...withoutOrder, environment: 'Sandbox' });

test.each<[string, () => void]>([
  [
    'is unknown to Apple',
    () => {
      const gone = world.shop.sell(null, withoutOrder);
      world.shop.sold.delete(gone.transactionId);
      world.miss(gone);
    },
  ],
  [
    'always fails at Apple',
    () => {
      const sold = world.shop.sell(null, withoutOrder);
      world.shop.failing.set(sold.transactionId, 500);
      world.miss(sold);
    },
  ],
  ['belongs to the store’s sandbox', () => world.miss(inSandbox())],
  ['cannot be read', () => world.shop.missed.push('a.b.c-no-text')],
])('an undelivered notification is credited even if an earlier one %s', async (_, addOdd) => {
  const before = await world.passedBy('notifications');
  addOdd();
  await missPurchase();
  await world.catchUp();
  expect(await world.coins()).toBe(150);
  expect(await world.passedBy('notifications')).toBe(before + 1);
});

test('while Apple is unavailable no notification is skipped, and the next run reads all of them', async () => {
  const before = await world.passedBy('notifications');
  for (const _ of [1, 2, 3]) await missPurchase();
  await world.shop.http.stop();
  await world.catchUp();
  await world.shop.http.start();
  expect(await world.coins()).toBe(50);
  expect(await world.passedBy('notifications')).toBe(before);
  await world.catchUp();
  expect(await world.coins()).toBe(350);
});

test('seven failing notifications in a row delay later ones by at most one run', async () => {
  for (const _ of Array.from({ length: 7 }))
    world.shop.failing.set((await missPurchase()).transactionId, 500);
  await missPurchase();
  for (const _ of [1, 2]) await world.catchUp();
  expect(await world.coins()).toBe(150);
  // Skipped notifications are retried later.
  world.shop.failing.clear();
  await world.catchUp();
  expect(await world.coins()).toBe(850);
});

test('if a page of notifications fails, earlier pages and other hours are still read', async () => {
  for (const hours of [20, 20, 20, 1]) await missPurchase(hours);
  world.shop.failing.set('page 1', 400);
  const before = await world.passedBy('notifications');
  await world.catchUp();
  expect(await world.coins()).toBe(350);
  expect(await world.passedBy('notifications')).toBe(before + 1);
  world.shop.failing.clear();
  await world.catchUp();
  expect(await world.coins()).toBe(450);
});

test('an unreported purchase is found in the customer’s history, even if Apple lost another purchase', async () => {
  await world.buy(1);
  world.shop.failing.set((await world.buy(1)).transactionId, 404);
  inSandbox();
  await world.sell(2);
  await world.reconcile();
  expect(await world.changes()).toEqual([50, 100, 100, 300]);
  expect(await world.passedBy('history')).toBeGreaterThan(0);
});

/** Reads Apple's published test data, which is signed with a chain from `root.der` for `com.example`. */
async function reading(name: string, kind: 'notification' | 'transaction', environment = 'sandbox') {
  const reader = await SignedReader.open({
    bundleId: 'com.example',
    appId: 1234,
    environment: environment as 'sandbox' | 'production',
    rootFiles: ['tests/testdata/apple/root.der'],
    onlineChecks: false,
    issuerId: '',
    keyId: '',
    keyFile: '',
    apiOrigin: '',
  });
  return reader[kind](await readFile(`tests/testdata/apple/${name}.jws`, 'utf8'));
}

test('Apple’s test data can be verified and read, except a transaction that lacks a required number', async () => {
  expect(await reading('testNotification', 'notification')).toEqual({
    id: '9ad56bd2-0bc6-42e0-af24-fd996d87a1e6',
    isReversal: false,
    transaction: null,
    graceUntil: null,
  });
  const read = reading('transactionInfo', 'transaction');
  await expect(read).rejects.toThrow('a transaction lacks its number');
});

test.each([
  ['wrongBundleId', 'sandbox', 'INVALID_APP_IDENTIFIER'],
  ['missingX5CHeaderClaim', 'sandbox', 'INVALID'],
  ['testNotification', 'production', 'INVALID_ENVIRONMENT'],
])('Apple’s test notification %s is refused in %s', async (name, environment, says) => {
  const read = reading(name, 'notification', environment);
  await expect(read).rejects.toBeInstanceOf(NotSigned);
  await expect(read).rejects.toThrow(says);
});
