import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dataOf } from '../../support/api.ts';
import { GooglePlayDouble, type SoldInGoogle } from '../doubles/google-play-double.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { coinsOf, ledgerOf } from '../support/jobs.ts';
import { passedBy } from '../support/passed-by.ts';

const day = 24 * 60 * 60_000;
const inDays = (days: number) => Date.now() + days * day;
let google: GooglePlayDouble;
let backend: TestBackend;
let ann: TestUser;
let count = 0;

beforeAll(async () => {
  google = await GooglePlayDouble.open();
  // Sandbox users, so that the test need not sign in at a provider; payments are those of the store's double.
  backend = await openTestBackend({ ...google.settings(), SANDBOX: '1' });
});

afterAll(async () => {
  await backend.close();
  await google.close();
});

beforeEach(async () => {
  backend.clock.ahead = 0;
  google.voided.length = 0;
  ann = await signIn(backend, `Ann ${++count}`);
});

const inStore = (user: TestUser, config_id: number) =>
  dataOf(user.post('createOrder', { config_id, channel: 'google-play' }));

const buy = async (user: TestUser, config_id: number, changes: Partial<SoldInGoogle> = {}) =>
  google.sell((await inStore(user, config_id)).payment, changes);

const handIn = (user: TestUser, { token }: SoldInGoogle, order_id?: string) =>
  user.post('paySuccess', { receipt: token, ...(order_id && { order_id }) });

async function send(push: ReturnType<GooglePlayDouble['push']>): Promise<number> {
  return (await backend.app.inject({ method: 'POST', url: '/notify/google-play', ...push })).statusCode;
}

const bought = ({ token }: SoldInGoogle) =>
  google.push({ oneTimeProductNotification: { notificationType: 1, purchaseToken: token } });

const renewed = ({ token }: SoldInGoogle, notificationType = 2) =>
  google.push({ subscriptionNotification: { notificationType, purchaseToken: token } });

const voided = ({ token: purchaseToken, orderId }: SoldInGoogle) => {
  google.voided.push({ orderId, purchaseToken });
  return google.push({ voidedPurchaseNotification: { purchaseToken, orderId, productType: 2 } });
};

const report = (sold: SoldInGoogle) => send(sold.until ? renewed(sold) : bought(sold));

const changes = async (user: TestUser) => (await ledgerOf(user)).map(({ change }) => change);

async function vipDays(user: TestUser): Promise<number> {
  const { vip_level, vip_expire_time } = await dataOf(user.get('getUserInfo'));
  const now = Date.now() + backend.clock.ahead;
  return vip_level === 0 ? 0 : Math.round((vip_expire_time - now / 1000) / 8640) / 10;
}

const catchUp = async () => {
  for (const provider of backend.services.payments) await provider.catchUp?.(backend.services);
};

test('coins are credited once, whatever arrives first, twice or late, and consumed', async () => {
  const { order_id, payment, ...rest } = await inStore(ann, 1);
  expect(rest).toEqual({});
  const sold = google.sell(payment);
  await Promise.all([
    ...Array.from({ length: 8 }, () => handIn(ann, sold, order_id)),
    ...Array.from({ length: 8 }, () => send(bought(sold))),
  ]);
  expect(await handIn(ann, sold)).toMatchObject({ code: 0 });
  expect(await changes(ann)).toEqual([50, 100]);
  expect(sold.isFinished).toBe(true);
});

test('a purchase that waits for a parent counts once it is paid; one that could not be finished is finished later', async () => {
  const { order_id, payment } = await inStore(ann, 1);
  const sold = google.sell(payment, { state: 'PENDING' });
  expect(await send(bought(sold))).toBe(200);
  expect(await handIn(ann, sold, order_id)).toMatchObject({ code: 1004 });
  sold.state = 'PURCHASED';
  google.http.troubles.push({ status: 500, body: 'later' });
  expect(await send(bought(sold))).toBe(503);
  expect(await send(bought(sold))).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
  sold.isFinished = false;
  await backend.services.db.query.updateTable('google_purchases').set({ finished: false }).execute();
  await catchUp();
  expect(sold.isFinished).toBe(true);
  expect(await coinsOf(ann)).toBe(150);
});

test.each([
  ['coins by a license tester', 1, { isTest: true }],
  ['a subscription by a license tester', 101, { isTest: true }],
  ['what was returned', 1, { state: 'CANCELLED' }],
  ['what has no state', 1, { state: '' }],
  ['nobody of ours', 1, { accountId: '0'.repeat(24) }],
])('the purchase of %s credits nothing', async (_, config, change) => {
  const { order_id, payment } = await inStore(ann, config);
  const sold = google.sell(payment, change);
  expect((await handIn(ann, sold, order_id)).code).not.toBe(0);
  expect(await send(bought(sold))).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
  expect(sold.isFinished).toBeUndefined();
});

test('a true receipt pays neither another order, nor another product, nor another user', async () => {
  const [small, large] = [await inStore(ann, 1), await inStore(ann, 5)];
  const sold = google.sell(small.payment);
  expect(await handIn(ann, sold, large.order_id)).toMatchObject({ code: 1004 });
  const eve = await signIn(backend, `Eve ${count}`);
  const hers = await inStore(eve, 1);
  expect((await handIn(eve, sold, hers.order_id)).code).not.toBe(0);
  expect((await handIn(eve, sold)).code).not.toBe(0);
  const cheap = google.sell(large.payment, { productId: 'coins_100' });
  expect(await handIn(ann, cheap, large.order_id)).toMatchObject({ code: 1004 });
  for (const receipt of ['token', 'x'.repeat(40), '../../other', 'a.b.c']) {
    expect((await ann.post('paySuccess', { receipt, order_id: small.order_id })).code).not.toBe(0);
  }
  expect([await coinsOf(ann), await coinsOf(eve)]).toEqual([50, 50]);
});

test('a push about another app is taken and does nothing, one that says nothing is malformed', async () => {
  const sold = google.sell((await inStore(ann, 1)).payment);
  const about = { oneTimeProductNotification: { purchaseToken: sold.token } };
  expect(await send(google.push(about, { packageName: 'com.example.other' }))).toBe(200);
  expect(await send({ ...google.push({}), payload: { message: { data: 'bm8=' } } })).toBe(400);
  expect(await coinsOf(ann)).toBe(50);
});

test('a subscription renews, goes on in grace, and ends with its refund; it is another’s only when its account is gone', async () => {
  const { order_id, payment } = await inStore(ann, 101);
  const sold = google.sell(payment);
  expect(await handIn(ann, sold, order_id)).toMatchObject({ code: 0 });
  expect([await vipDays(ann), sold.isFinished]).toEqual([30, true]);

  Object.assign(sold, { orderId: `${sold.orderId}..0`, until: sold.until! + 30 * day });
  await Promise.all([send(renewed(sold)), send(renewed(sold)), handIn(ann, sold)]);
  expect(await vipDays(ann)).toBe(60);
  expect(await ledgerOf(ann)).toHaveLength(3);

  Object.assign(sold, { state: 'SUBSCRIPTION_STATE_IN_GRACE_PERIOD', until: sold.until! + 3 * day });
  await send(renewed(sold, 6));
  expect(await vipDays(ann)).toBe(63);
  expect(await ledgerOf(ann)).toHaveLength(3);

  const bob = await signIn(backend, `Bob ${count}`);
  expect(await handIn(bob, sold)).toMatchObject({
    code: 1004,
    message: expect.stringMatching(/another account/),
  });

  expect(await send(voided(sold))).toBe(200);
  await catchUp();
  expect(await vipDays(ann)).toBe(0);
  expect(await ledgerOf(ann)).toHaveLength(4);
});

test('voided coins are taken back once, reported or found later', async () => {
  const { order_id, payment } = await inStore(ann, 1);
  const sold = google.sell(payment);
  await handIn(ann, sold, order_id);
  google.voided.push({ orderId: sold.orderId, purchaseToken: sold.token });
  await catchUp();
  expect(await send(voided(sold))).toBe(200);
  expect(await changes(ann)).toEqual([50, 100, -100]);
});

test('what is bought after the account was deleted is parked, and never consumed', async () => {
  const { payment } = await inStore(ann, 1);
  await ann.post('deleteAccount');
  const sold = google.sell(payment);
  expect(await send(bought(sold))).toBe(200);
  const parked = backend.services.db.query.selectFrom('parked_payments').selectAll();
  expect(await parked.where('receipt', '=', sold.orderId).executeTakeFirst()).toMatchObject({
    provider: 'google-play',
  });
  expect(sold.isFinished).toBeUndefined();
});

const asked = () => google.http.requests.filter(({ url }) => url.pathname.includes('/tokens/')).length;

test('of a user’s made-up receipts Google is asked about 20 an hour; their purchase counts when it is reported, or after the hour', async () => {
  // At the full hour the hourly limit would reset: start at the beginning of an hour.
  backend.clock.ahead = 60 * 60_000 - (Date.now() % (60 * 60_000));
  const [first, second] = [await inStore(ann, 1), await inStore(ann, 1)];
  google.http.requests.length = 0;
  const madeUp = (index: number) =>
    ann.post('paySuccess', { receipt: `made-up-${index}-${'x'.repeat(20)}`, order_id: first.order_id });
  const replies = [];
  for (let index = 0; index < 60; index++) replies.push(await madeUp(index));
  expect(replies.filter(({ code }) => code === 1004)).toHaveLength(20);
  expect(replies.at(-1)).toMatchObject({ status: 429, message: expect.stringContaining('in an hour') });
  expect(asked()).toBe(40);

  const [reported, handedIn] = [google.sell(first.payment), google.sell(second.payment)];
  expect(await handIn(ann, reported, first.order_id)).toMatchObject({ code: 1005 });
  expect(await send(bought(reported))).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
  const eve = await signIn(backend, `Eve ${count}`);
  const hers = await inStore(eve, 1);
  expect(await handIn(eve, google.sell(hers.payment), hers.order_id)).toMatchObject({ code: 0 });
  backend.clock.ahead += 60 * 60_000;
  expect(await handIn(ann, handedIn, second.order_id)).toMatchObject({ code: 0 });
  expect(await coinsOf(ann)).toBe(250);
});

test('one made-up receipt is asked about three times a minute, and a purchase that was pending then counts', async () => {
  const { order_id, payment } = await inStore(ann, 1);
  const sold = google.sell(payment, { state: 'PENDING' });
  google.http.requests.length = 0;
  backend.clock.ahead = 2 * 60_000 - (Date.now() % 60_000);
  for (let time = 0; time < 30; time++) {
    expect(await handIn(ann, sold, order_id)).toMatchObject({ code: 1004 });
  }
  expect(asked()).toBe(3);
  sold.state = 'PURCHASED';
  backend.clock.ahead += 60_000;
  expect(await handIn(ann, sold, order_id)).toMatchObject({ code: 0 });
});

test('while Google is away a user’s receipt counts like one that it does not confirm', async () => {
  const { order_id, payment } = await inStore(ann, 1);
  const sold = google.sell(payment);
  backend.clock.ahead = 60 * 60_000 - (Date.now() % (60 * 60_000));
  google.http.requests.length = 0;
  const statuses = [];
  for (let time = 0; time < 25; time++) {
    google.http.troubles.push({ status: 429, body: 'quota' });
    statuses.push((await handIn(ann, sold, order_id)).status);
  }
  google.http.troubles.length = 0;
  expect([statuses.filter(status => status === 503).length, statuses.at(-1)]).toEqual([20, 429]);
  expect(await send(bought(sold))).toBe(200);
  expect(await coinsOf(ann)).toBe(150);
});

test('how orders stand is asked so often an hour', async () => {
  const { order_id } = await inStore(ann, 1);
  const look = vi.spyOn(backend.services.payments[0]!, 'look');
  for (let time = 0; time < 420; time++) expect((await ann.get('getOrder', { order_id })).code).toBe(0);
  expect(look.mock.calls.length).toBeLessThanOrEqual(400);
  look.mockRestore();
});

test('odd entries among the voided purchases keep no other waiting, and are counted', async () => {
  const sold = await buy(ann, 1);
  await handIn(ann, sold);
  const odd = [null, {}, { orderId: 7, purchaseToken: 'x' }] as never[];
  // Google's documents do not promise an order number; the purchase token identifies the purchase too.
  google.voided.push(...odd, { purchaseToken: 'unknown' } as never);
  const before = await passedBy(backend, 'google-play', 'voided purchases');
  expect(await send(voided(sold))).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
  await catchUp();
  expect((await ledgerOf(ann)).map(({ change }) => change)).toEqual([50, 100, -100]);
  expect(await passedBy(backend, 'google-play', 'voided purchases')).toBe(before + 6);
});

test('a purchase that Google describes in an odd way keeps none behind it waiting to be finished', async () => {
  const [odd, good] = [await buy(ann, 1), await buy(ann, 1)];
  for (const sold of [odd, good]) {
    await handIn(ann, sold);
    sold.isFinished = false;
  }
  await backend.services.db.query.updateTable('google_purchases').set({ finished: false }).execute();
  odd.productId = 7 as never;
  const before = await passedBy(backend, 'google-play', 'unfinished purchases');
  await catchUp();
  expect([odd.isFinished, good.isFinished]).toEqual([false, true]);
  expect(await passedBy(backend, 'google-play', 'unfinished purchases')).toBe(before + 1);
  odd.productId = 'coins_100';
  await catchUp();
  expect(odd.isFinished).toBe(true);
});

test('a voided purchase that is reported while Google cannot be asked is reported again', async () => {
  const sold = await buy(ann, 1);
  await handIn(ann, sold);
  const push = voided(sold);
  google.http.troubles.push({ status: 429, body: 'later' });
  expect(await send(push)).toBe(503);
  expect(await send(push)).toBe(200);
  expect(await coinsOf(ann)).toBe(50);
});

test('a subscription that follows another ends it, in any order, chain or repetition', async () => {
  const first = await buy(ann, 101, { until: inDays(20) });
  await report(first);
  expect(await vipDays(ann)).toBe(20);
  // The third is always reported before the second.
  const second = await buy(ann, 101, { until: inDays(40), linked: first.token });
  const third = await buy(ann, 101, { until: inDays(50), linked: second.token });
  await Promise.all([report(third), handIn(ann, third)]);
  expect(await vipDays(ann)).toBe(50);
  for (const late of [second, first, third]) {
    expect(await report(late)).toBe(200);
    expect(await handIn(ann, late)).toMatchObject({ code: 0 });
  }
  expect(await vipDays(ann)).toBe(50);
});

test('a subscription that follows one of another user ends that one; one that follows none that is known counts', async () => {
  const bob = await signIn(backend, `Bob ${count}`);
  const first = await buy(ann, 101, { until: inDays(30) });
  await report(first);
  const second = await buy(bob, 101, { until: inDays(40), linked: first.token });
  await report(second);
  await report(first);
  expect([await vipDays(ann), await vipDays(bob)]).toEqual([0, 40]);
  const alone = await buy(ann, 101, { until: inDays(30), linked: 'gone'.repeat(8) });
  await report(alone);
  expect(await vipDays(ann)).toBe(30);
});
