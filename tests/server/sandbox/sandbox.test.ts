import { beforeEach, expect, test } from 'vitest';
import { order } from '../../support/api/api.ts';
import { signIn, type TestUser } from '../support/backend.ts';
import { coinsOf, openAddress } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const day = 24 * 60 * 60;

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });
let ann: TestUser;
let users = 0;

beforeEach(async () => {
  ann = await signIn(backend, `Ann ${++users}`);
});

const dialog = {
  client_id: 'sandbox',
  redirect_uri: 'http://localhost:80/tyy/',
  response_type: 'token',
  state: 'a b&c',
};

function open(path: string, query: Record<string, string>, language = 'en') {
  return backend.app.inject({
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { 'accept-language': language, host: 'localhost:80' },
  });
}

/** The hidden fields of the page's form, which a browser would send. */
function hiddenFields(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decode(value)]));
}

/** Submits the cashier's form with this choice. */
const choose = (html: string, choice: string) =>
  backend.app.inject({
    method: 'POST',
    url: '/sandbox/cashier',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...hiddenFields(html), choice }).toString(),
  });

test('the login dialog asks for a name and returns to the app with token and state in the fragment', async () => {
  const page = await open('/sandbox/login', dialog);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('Your name');

  const choice = { ...hiddenFields(page.body), name: 'Zoë <3', choice: 'sign-in' };
  const back = await open('/sandbox/login/choice', choice);
  expect(back.statusCode).toBe(303);
  const address = new URL(String(back.headers.location));
  expect(address.origin + address.pathname).toBe('http://localhost/tyy/');
  const fragment = new URLSearchParams(address.hash.slice(1));
  expect(Object.fromEntries(fragment)).toEqual({ access_token: 'sandbox:Zoë <3', state: 'a b&c' });
});

test('the login dialog uses the browser’s language, and its cancellation returns to the app', async () => {
  const page = await open('/sandbox/login', dialog, 'zh-CN,zh;q=0.9');
  expect(page.body).toContain('<html lang="zh-CN">');
  const choice = { ...hiddenFields(page.body), name: '', choice: 'cancel' };
  const back = await open('/sandbox/login/choice', choice);
  const fragment = new URLSearchParams(new URL(String(back.headers.location)).hash.slice(1));
  expect(Object.fromEntries(fragment)).toEqual({ error: 'access_denied', state: 'a b&c' });
});

test('the login dialog may return to origins in CORS_ORIGINS, and escapes its query parameters', async () => {
  const redirect_uri = 'https://app.example.com/tyy/';
  const choice = { redirect_uri, name: 'Ann', choice: 'sign-in' };
  expect((await open('/sandbox/login/choice', choice)).statusCode).toBe(303);
  const page = await open('/sandbox/login', {
    ...dialog,
    redirect_uri,
    state: '"><script>alert(1)</script>',
  });
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain('<script>');
});

test('the cashier shows the price, accepts or cancels the payment, and returns to the app with the receipt', async () => {
  const return_url = 'https://app.example.com/tyy/subscription?from=wizard';
  const { data: plan } = await ann.post('createOrder', { config_id: 101, return_url });
  const left = await choose((await openAddress(backend, plan.pay_url!)).body, 'cancel');
  expect(left.headers.location).toBe(`${return_url}&order_id=${plan.order_id}&cancelled=1`);
  const { status } = (await ann.get('getOrder', { order_id: plan.order_id })).data;
  expect(status).toBe('cancelled');

  const { order_id, pay_url } = await order(ann, 1);
  const page = await openAddress(backend, pay_url!);
  expect(page.body).toContain('10.00 yuan');

  const back = await choose(page.body, 'pay');
  expect(back.statusCode).toBe(303);
  const address = new URL(String(back.headers.location));
  expect(address.pathname).toBe('/tyy/recharge');
  expect(address.searchParams.get('order_id')).toBe(order_id);

  const receipt = address.searchParams.get('receipt') ?? '';
  expect(await ann.post('paySuccess', { order_id, receipt })).toMatchObject({ code: 0 });
  expect(await coinsOf(ann)).toBe(150);
});

test.each([
  'https://evil.example.com/',
  'not an address',
  'blob:http://localhost/5f0c',
  'blob:https://app.example.com/5f0c',
  'filesystem:http://localhost/temporary/a',
  'javascript:alert(1)',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,hello',
  'tyy://localhost/',
  '//localhost/tyy/',
])('neither the login dialog nor the cashier redirects to %s', async address => {
  const choice = { redirect_uri: address, name: 'Ann', choice: 'sign-in' };
  const replies = [
    await open('/sandbox/login', { ...dialog, redirect_uri: address }),
    await open('/sandbox/login/choice', choice),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
  expect(await ann.post('createOrder', { config_id: 1, return_url: address })).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('return_url'),
  });
});

async function ask(path: string, payload: object) {
  const response = await backend.app.inject({ method: 'POST', url: `/sandbox/${path}`, payload });
  return { status: response.statusCode, ...response.json() };
}

const subscribe = async (more = {}) =>
  (await ask('subscribe', { product_id: 'vip_month', ...more })).receipt as string;
const play = (receipt: string, event: string) => ask('store', { receipt, event });
const restore = (user: TestUser, receipt: string) => user.post('paySuccess', { receipt });

/** The remaining days of the user's subscription and all changes in the ledger, oldest first. */
async function standing(user: TestUser) {
  const { data } = await user.get('getUserInfo');
  const left = data.vip_expire_time - (Date.now() + backend.clock.ahead) / 1000;
  const { list } = (await user.get('getCoinStatementList')).data;
  return { days: Math.max(Math.round(left / day), 0), rows: list.toReversed().map(({ change }) => change) };
}

test('a subscription renews and has a grace period; after its end only its buyer can renew it', async () => {
  const first = await subscribe();
  expect(await restore(ann, first)).toMatchObject({ code: 0 });
  await play(first, 'grace');
  expect(await standing(ann)).toEqual({ days: 46, rows: [50, 0] });
  const { receipt } = await play(first, 'renew');
  expect(await standing(ann)).toEqual({ days: 60, rows: [50, 0, 0] });
  const bob = await signIn(backend, `Bob ${users}`);
  for (const shown of [first, receipt]) expect(await restore(bob, shown)).toMatchObject({ code: 1004 });
  expect(await restore(ann, receipt)).toMatchObject({ code: 0 });
  await play(receipt, 'end');
  expect(await standing(ann)).toEqual({ days: 0, rows: [50, 0, 0] });
  await play(first, 'renew');
  expect(await standing(ann)).toEqual({ days: 30, rows: [50, 0, 0, 0] });
});

test('a refund takes a subscription or coins back once, and a refunded receipt is not credited', async () => {
  const first = await subscribe();
  await restore(ann, first);
  for (const _ of [1, 2]) await play(first, 'refund');
  expect(await standing(ann)).toEqual({ days: 0, rows: [50, 0, 0] });

  const { order_id } = (await ann.post('createOrder', { config_id: 1 })).data;
  const { receipt } = await ask('pay', { order_id });
  await ann.post('paySuccess', { order_id, receipt });
  for (const shown of [receipt, 'made-up']) expect(await play(shown, 'renew')).toMatchObject({ status: 404 });
  await play(receipt, 'refund');
  expect((await standing(ann)).rows.slice(-2)).toEqual([100, -100]);

  const late = await subscribe();
  await play(late, 'refund');
  expect(await restore(ann, late)).toMatchObject({ code: 1004 });
});

test('a subscription shared by a relative is valid until the sharing ends and does not count as income', async () => {
  const takings = () => backend.services.db.query.selectFrom('takings').selectAll().execute();
  const before = await takings();
  const shared = await subscribe({ is_shared: true });
  await restore(ann, shared);
  expect((await standing(ann)).days).toBe(30);
  expect(await takings()).toEqual(before);
  await play(shared, 'end');
  expect((await standing(ann)).days).toBe(0);
});
