import { generateKeyPairSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { openServiceToken } from '../../../server/money/google-play/google-play-api.ts';
import { GooglePlayDouble, type SoldInGoogle } from '../doubles/google-play-double.ts';
import { day, hour, minute, ShopWorld, sharedWorld } from './shop-world.ts';

type Push = Parameters<GooglePlayDouble['push']>;

class GooglePlayWorld extends ShopWorld<GooglePlayDouble> {
  constructor() {
    super(() => GooglePlayDouble.open());
  }

  override async begin(): Promise<void> {
    await super.begin();
    this.shop.voided.length = 0;
    this.shop.pushKeyIds.splice(0, Number.POSITIVE_INFINITY, 'k1');
    this.shop.http.requests.length = 0;
  }

  /** Sells a product for a new order; the backend is not notified. */
  async sell(config_id: number, changes: Partial<SoldInGoogle> = {}, user = this.ann): Promise<SoldInGoogle> {
    return this.shop.sell((await this.order(config_id, user)).payment, changes);
  }

  /** Sells a product for a new order, and sends the receipt, as the app does. */
  async buy(config_id: number): Promise<SoldInGoogle> {
    const sold = await this.sell(config_id);
    expect(await this.handIn(sold.token)).toMatchObject({ code: 0 });
    return sold;
  }

  push(...about: Push): Promise<number> {
    return this.send(this.shop.push(...about));
  }

  /** Pushes a notification of a purchase or a subscription event; returns the status of the response. */
  report({ token: purchaseToken, until }: SoldInGoogle, notificationType = 2): Promise<number> {
    const kind = until === undefined ? 'oneTimeProductNotification' : 'subscriptionNotification';
    return this.push({ [kind]: { notificationType, purchaseToken } });
  }

  /** Adds a purchase to Google's list of voided purchases and notifies the backend. */
  void(sold: SoldInGoogle): Promise<number> {
    const { token: purchaseToken, orderId } = sold;
    this.shop.voided.push({ orderId, purchaseToken });
    return this.push({ voidedPurchaseNotification: { purchaseToken, orderId, productType: 2 } });
  }

  /** Marks purchases as not consumed, as if Google had not responded. */
  async unfinish(...sold: SoldInGoogle[]): Promise<void> {
    for (const one of sold) one.isFinished = false;
    await this.backend.services.db.query.updateTable('google_purchases').set({ finished: false }).execute();
  }

  /** The number of requests about purchases that the double received. */
  asked(): number {
    return this.shop.http.requests.filter(({ url }) => url.pathname.includes('/tokens/')).length;
  }

  /** Moves the clock to the start of the next period, so that no limit resets during a test. */
  startPeriod(length: number): void {
    this.backend.clock.ahead = length - (Date.now() % length);
  }
}

const world = sharedWorld(new GooglePlayWorld());
const month = 101;
const inDays = (days: number) => Date.now() + days * day;

test('credited coins are consumed at Google, with a retry if Google fails at first', async () => {
  const { order_id, payment, ...rest } = await world.order(1);
  expect(rest).toEqual({});
  const sold = world.shop.sell(payment);
  expect(await world.handIn(sold.token, order_id)).toMatchObject({ code: 0 });
  expect(sold.isFinished).toBe(true);
  await world.unfinish(sold);
  await world.catchUp();
  expect(sold.isFinished).toBe(true);
  expect(await world.coins()).toBe(150);
});

test('a pending purchase is credited once it is paid', async () => {
  const sold = await world.sell(1, { state: 'PENDING' });
  expect(await world.report(sold)).toBe(200);
  expect(await world.handIn(sold.token)).toMatchObject({ code: 1004 });
  sold.state = 'PURCHASED';
  world.shop.http.troubles.push({ status: 500, body: 'later' });
  expect(await world.report(sold)).toBe(503);
  expect(await world.report(sold)).toBe(200);
  expect(await world.coins()).toBe(150);
});

test.each([
  ['coins by a license tester', 1, { isTest: true }],
  ['a subscription by a license tester', month, { isTest: true }],
  ['a returned product', 1, { state: 'CANCELLED' }],
  ['a product without a state', 1, { state: '' }],
  ['an unknown account', 1, { accountId: '0'.repeat(24) }],
])('the purchase of %s credits nothing', async (_, config_id, change) => {
  const { order_id, payment } = await world.order(config_id);
  const sold = world.shop.sell(payment, change);
  expect((await world.handIn(sold.token, order_id)).code).not.toBe(0);
  expect(await world.report(sold)).toBe(200);
  expect([await world.coins(), await world.vipDays()]).toEqual([50, 0]);
  expect(sold.isFinished).toBeUndefined();
});

test('a cheap product’s receipt cannot pay an expensive order; a malformed receipt credits nothing', async () => {
  const large = await world.order(5);
  const cheap = world.shop.sell(large.payment, { productId: 'coins_100' });
  for (const receipt of [cheap.token, 'token', 'x'.repeat(40), '../../other', 'a.b.c'])
    expect((await world.handIn(receipt, large.order_id)).code).not.toBe(0);
  expect(await world.coins()).toBe(50);
});

test('a push about another app is ignored, and a push without a notification is refused as malformed', async () => {
  const { token: purchaseToken } = await world.sell(1);
  const about = { oneTimeProductNotification: { purchaseToken } };
  expect(await world.push(about, { packageName: 'com.example.other' })).toBe(200);
  const payload = JSON.stringify({ message: { data: 'bm8=' } });
  expect(await world.send({ ...world.shop.push({}), payload })).toBe(400);
  expect(await world.coins()).toBe(50);
});

test('a subscription renews, has a grace period, belongs to one account, and ends with its refund', async () => {
  const sold = await world.buy(month);
  expect([await world.vipDays(), sold.isFinished]).toEqual([30, true]);

  Object.assign(sold, { orderId: `${sold.orderId}..0`, until: sold.until! + 30 * day });
  await Promise.all([world.report(sold), world.report(sold), world.handIn(sold.token)]);
  expect(await world.vipDays()).toBe(60);
  expect(await world.changes()).toHaveLength(3);

  Object.assign(sold, { state: 'SUBSCRIPTION_STATE_IN_GRACE_PERIOD', until: sold.until! + 3 * day });
  await world.report(sold, 6);
  expect(await world.vipDays()).toBe(63);
  expect(await world.changes()).toHaveLength(3);

  const bob = await world.newUser('Bob');
  const message = expect.stringMatching(/another account/);
  expect(await world.handIn(sold.token, undefined, bob)).toMatchObject({ code: 1004, message });

  expect(await world.void(sold)).toBe(200);
  await world.catchUp();
  expect(await world.vipDays()).toBe(0);
  expect(await world.changes()).toHaveLength(4);
});

test('voided coins are taken back once, whether a notification or a later list reports them', async () => {
  const sold = await world.buy(1);
  // Google repeats its notification after a 503.
  world.shop.http.troubles.push({ status: 429, body: 'quota' });
  expect(await world.void(sold)).toBe(503);
  await world.catchUp();
  expect(await world.void(sold)).toBe(200);
  expect(await world.changes()).toEqual([50, 100, -100]);
});

test('a purchase made after its account was deleted is never consumed', async () => {
  const sold = await world.sell(1);
  await world.ann.post('deleteAccount');
  expect(await world.report(sold)).toBe(200);
  expect(await world.parked(sold.orderId)).toBeDefined();
  expect(sold.isFinished).toBeUndefined();
});

test('per user and hour at most 20 unconfirmed receipts are checked; real purchases are still credited', async () => {
  world.startPeriod(hour);
  const [first, second] = [await world.order(1), await world.order(1)];
  const replies = [];
  for (let index = 0; index < 24; index++)
    replies.push(await world.handIn(`made-up-${index}-${'x'.repeat(20)}`, first.order_id));
  expect(replies.filter(({ code }) => code === 1004)).toHaveLength(20);
  expect(replies.at(-1)).toMatchObject({ status: 429, message: expect.stringContaining('in an hour') });
  expect(world.asked()).toBe(40);

  const [reported, handedIn] = [world.shop.sell(first.payment), world.shop.sell(second.payment)];
  expect(await world.handIn(reported.token, first.order_id)).toMatchObject({ code: 1005 });
  expect(await world.report(reported)).toBe(200);
  expect(await world.coins()).toBe(150);
  const eve = await world.newUser('Eve');
  const hers = await world.sell(1, {}, eve);
  expect(await world.handIn(hers.token, undefined, eve)).toMatchObject({ code: 0 });
  world.backend.clock.ahead += hour;
  expect(await world.handIn(handedIn.token, second.order_id)).toMatchObject({ code: 0 });
  expect(await world.coins()).toBe(250);
});

test('the same unconfirmed receipt is checked with Google at most three times a minute', async () => {
  world.startPeriod(minute);
  const { token } = await world.sell(1, { state: 'PENDING' });
  for (let time = 0; time < 6; time++) expect(await world.handIn(token)).toMatchObject({ code: 1004 });
  expect(world.asked()).toBe(3);
  world.shop.sold.get(token)!.state = 'PURCHASED';
  world.backend.clock.ahead += minute;
  expect(await world.handIn(token)).toMatchObject({ code: 0 });
});

test('a user’s orders are looked up at most 400 times an hour', async () => {
  const { order_id } = await world.order(1);
  const look = vi.spyOn(world.backend.services.payments[0]!, 'look');
  for (let time = 0; time < 420; time++) expect((await world.ann.get('getOrder', { order_id })).code).toBe(0);
  expect(look.mock.calls.length).toBeLessThanOrEqual(400);
  look.mockRestore();
});

test('malformed voided purchases are skipped and counted, and do not delay others', async () => {
  const sold = await world.buy(1);
  // Google's documents do not promise an order number, so the purchase token alone must identify a purchase.
  const odd = [null, {}, { orderId: 7, purchaseToken: 'x' }, { purchaseToken: 'unknown' }];
  world.shop.voided.push(...(odd as never[]));
  const before = await world.passedBy('voided purchases');
  expect(await world.void(sold)).toBe(200);
  expect(await world.coins()).toBe(50);
  await world.catchUp();
  expect(await world.changes()).toEqual([50, 100, -100]);
  expect(await world.passedBy('voided purchases')).toBe(before + 6);
});

test('a purchase with malformed data from Google does not delay other purchases', async () => {
  const [odd, good] = [await world.buy(1), await world.buy(1)];
  await world.unfinish(odd, good);
  odd.productId = 7 as never;
  const before = await world.passedBy('unfinished purchases');
  await world.catchUp();
  expect([odd.isFinished, good.isFinished]).toEqual([false, true]);
  expect(await world.passedBy('unfinished purchases')).toBe(before + 1);
  odd.productId = 'coins_100';
  await world.catchUp();
  expect(odd.isFinished).toBe(true);
});

test('a subscription ends the subscription that it replaces, in any order of reports', async () => {
  const first = await world.sell(month, { until: inDays(20) });
  await world.report(first);
  expect(await world.vipDays()).toBe(20);
  // The third subscription is always reported before the second.
  const second = await world.sell(month, { until: inDays(40), linked: first.token });
  const third = await world.sell(month, { until: inDays(50), linked: second.token });
  await Promise.all([world.report(third), world.handIn(third.token)]);
  expect(await world.vipDays()).toBe(50);
  for (const late of [second, first, third]) {
    expect(await world.report(late)).toBe(200);
    expect(await world.handIn(late.token)).toMatchObject({ code: 0 });
  }
  expect(await world.vipDays()).toBe(50);
});

test('a subscription ends the one it replaces, even another user’s; an unknown token is ignored', async () => {
  const bob = await world.newUser('Bob');
  const first = await world.sell(month, { until: inDays(30) });
  await world.report(first);
  const second = await world.sell(month, { until: inDays(40), linked: first.token }, bob);
  await world.report(second);
  await world.report(first);
  expect([await world.vipDays(), await world.vipDays(bob)]).toEqual([0, 40]);
  await world.report(await world.sell(month, { until: inDays(30), linked: 'gone'.repeat(8) }));
  expect(await world.vipDays()).toBe(30);
});

/** Pushes Google's test notification; returns the status of the response. */
const testPush = (forged?: Push[1]) => world.push({ testNotification: {} }, forged);
const later = () => ({ claims: { exp: (Date.now() + world.backend.clock.ahead + minute) / 1000 } });

test.each<[string, Push[1]]>([
  ['another key', { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }],
  ['an unlisted key', { header: { kid: 'k2' } }],
  ['another algorithm', { header: { alg: 'RS512' } }],
  ['another audience', { claims: { aud: 'https://other.example' } }],
  ['another account', { claims: { email: 'other@tyy.iam.gserviceaccount.com' } }],
  ['another issuer', { claims: { iss: 'https://issuer.example' } }],
  ['an unverified account', { claims: { email_verified: false } }],
  ['an expired token', { claims: { exp: 1 } }],
])('a push with %s is refused', async (_, forged) => {
  expect(await testPush(forged)).toBe(401);
  expect(await testPush()).toBe(200);
});

test.each(['', 'Bearer', 'Bearer a.b.c', `Bearer ${Buffer.from('null').toString('base64url')}.x.y`])(
  'a push with the authorization header “%s” is refused',
  async authorization => {
    const { payload, headers } = world.shop.push({});
    expect(await world.send({ payload, headers: { ...headers, authorization } })).toBe(401);
  },
);

test('a push signed with a key that Google removed is refused after an hour', async () => {
  world.backend.clock.ahead = 2 * hour;
  expect(await testPush(later())).toBe(200);
  world.shop.pushKeyIds.length = 0;
  world.backend.clock.ahead += 59 * minute;
  expect(await testPush(later())).toBe(200);
  world.backend.clock.ahead += 2 * minute;
  expect(await testPush(later())).toBe(401);
});

test('a push signed with a new key is accepted once the key list is a minute old', async () => {
  world.backend.clock.ahead = 5 * hour;
  expect(await testPush(later())).toBe(200);
  world.shop.pushKeyIds.push('k2');
  const byNewKey = () => testPush({ header: { kid: 'k2' }, ...later() });
  world.backend.clock.ahead += minute - 1000;
  expect(await byNewKey()).toBe(401);
  world.backend.clock.ahead += 2000;
  expect(await byNewKey()).toBe(200);
});

test('a push gets 500 if the keys cannot be fetched, and is accepted when it is repeated', async () => {
  world.backend.clock.ahead = 10 * hour;
  world.shop.http.troubles.push({ status: 500, body: 'later' });
  expect(await testPush(later())).toBe(500);
  expect(await Promise.all([testPush(later()), testPush(later())])).toEqual([200, 200]);
});

test('the access token for Google’s API is reused until one minute before it expires', async () => {
  let now = Date.now();
  const token = await openServiceToken(world.shop.settings().GOOGLE_PLAY_KEY!, () => now);
  for (const [later, fetched] of [
    [0, 1],
    [59 * minute - 1000, 1],
    [2000, 2],
  ] as const) {
    now += later;
    expect(await token()).toBe('its.token');
    expect(world.shop.http.requests).toHaveLength(fetched);
  }
});

test('in the days before a renewal the app learns day and price from Google, unless the plan is cancelled', async () => {
  const recurringPrice = { currencyCode: 'EUR', units: '4', nanos: 990_000_000 };
  const plan = { autoRenewEnabled: true, recurringPrice };
  const sold = await world.sell(month, { plan });
  await world.report(sold, 4);
  const time = Math.floor(sold.until! / 1000);
  expect(await world.renewalAfter(23)).toBeUndefined();
  expect(await world.renewalAfter(25)).toEqual({ time, price: 4.99, currency: 'EUR' });
  sold.plan = { autoRenewEnabled: false, recurringPrice };
  expect(await world.renewalAfter(25)).toBeUndefined();
});
