import { expect, test } from 'vitest';
import { order } from '../../support/api/api.ts';
import { signIn } from '../support/backend.ts';
import { coinsOf } from '../support/jobs.ts';
import { sharedBackend } from '../support/shared-backend.ts';

const backend = sharedBackend({ CORS_ORIGINS: 'https://app.example.com' });

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

/** Hidden fields of the page's form, as a browser would send them. */
function hiddenFields(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decode(value)]));
}

test('the login dialog asks for a name and leads back with the token and the state in the fragment', async () => {
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

test('cancelling the dialog leads back with the refusal', async () => {
  const page = await open('/sandbox/login', dialog);
  const back = await open('/sandbox/login/choice', {
    ...hiddenFields(page.body),
    name: '',
    choice: 'cancel',
  });
  const fragment = new URLSearchParams(new URL(String(back.headers.location)).hash.slice(1));
  expect(Object.fromEntries(fragment)).toEqual({ error: 'access_denied', state: 'a b&c' });
});

test('the dialog speaks Chinese to Chinese browsers', async () => {
  const page = await open('/sandbox/login', dialog, 'zh-CN,zh;q=0.9');
  expect(page.body).toContain('<html lang="zh-CN">');
  expect(page.body).toContain('登录');
});

test.each([
  ['https://evil.example.com/', 400],
  ['javascript:alert(1)', 400],
  ['not an address', 400],
  ['https://app.example.com/tyy/', 200],
])('the dialog for %s responds with %i', async (redirect_uri, status) => {
  const responses = [
    await open('/sandbox/login', { ...dialog, redirect_uri }),
    await open('/sandbox/login/choice', { redirect_uri, name: 'Ann', choice: 'sign-in' }),
  ];
  const expected = status === 200 ? [200, 303] : [400, 400];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(expected);
});

test('what is typed into an address cannot become markup of the page', async () => {
  const page = await open('/sandbox/login', { ...dialog, state: '"><script>alert(1)</script>' });
  expect(page.body).not.toContain('<script>');
});

test('the cashier shows the price, takes the payment and leads back with the receipt', async () => {
  const ann = await signIn(backend, 'Ann');
  const { order_id, pay_url } = await order(ann, 1);
  const { pathname, search } = new URL(pay_url!);
  const page = await backend.app.inject(pathname + search);
  expect(page.body).toContain('10.00 yuan');

  const back = await backend.app.inject({
    method: 'POST',
    url: '/sandbox/cashier',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...hiddenFields(page.body), choice: 'pay' }).toString(),
  });
  expect(back.statusCode).toBe(303);
  const address = new URL(String(back.headers.location));
  expect(address.pathname).toBe('/tyy/recharge');
  expect(address.searchParams.get('order_id')).toBe(order_id);

  const receipt = address.searchParams.get('receipt') ?? '';
  expect(await ann.post('paySuccess', { order_id, receipt })).toMatchObject({ code: 0 });
  expect(await coinsOf(ann)).toBe(150);
});

test('cancelling at the cashier cancels the order and leads back to where the app asked', async () => {
  const bob = await signIn(backend, 'Bob');
  const { data } = await bob.post('createOrder', {
    config_id: 101,
    return_url: 'https://app.example.com/tyy/subscription?from=wizard',
  });
  const { pathname, search } = new URL(data.pay_url!);
  const page = await backend.app.inject(pathname + search);
  const back = await backend.app.inject({
    method: 'POST',
    url: '/sandbox/cashier',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...hiddenFields(page.body), choice: 'cancel' }).toString(),
  });
  expect(back.headers.location).toBe(
    `https://app.example.com/tyy/subscription?from=wizard&order_id=${data.order_id}&cancelled=1`,
  );
  expect((await bob.get('getOrder', { order_id: data.order_id })).data).toMatchObject({
    status: 'cancelled',
  });
  expect(
    await bob.post('createOrder', { config_id: 101, return_url: 'https://evil.example.com/' }),
  ).toMatchObject({
    status: 400,
    code: 1004,
    message: expect.stringContaining('return_url'),
  });
});

test.each([
  'blob:http://localhost/5f0c',
  'blob:https://app.example.com/5f0c',
  'filesystem:http://localhost/temporary/a',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,hello',
  'tyy://localhost/',
  '//localhost/tyy/',
])('nobody is sent back to %s', async address => {
  const eve = await signIn(backend, 'Eve');
  const query = new URLSearchParams({ client_id: 'tyy', response_type: 'token', redirect_uri: address });
  expect((await backend.app.inject(`/sandbox/login?${query}`)).statusCode).toBe(400);
  expect(await eve.post('createOrder', { config_id: 1, return_url: address })).toMatchObject({ code: 1004 });
});
