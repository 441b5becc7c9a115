import type { Page } from '@playwright/test';
import { freePort } from '../../../scripts/bench/start-app.mjs';
import { AppStoreDouble } from '../../server/doubles/app-store-double.ts';
import { type HttpDouble, openHttpDouble } from '../../server/doubles/http-double.ts';
import { StripeDouble } from '../../server/doubles/stripe-double.ts';
import { WechatPayDouble } from '../../server/doubles/wechat-pay-double.ts';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { type ApiUser, accountOf } from '../../support/api.ts';
import { FakeShell, succeed } from '../../support/fake-shell.ts';
import { userAgents } from '../../support/weixin-double.ts';
import { shellAgent } from '../support/in-shell.ts';
import { openInWeixin } from '../support/in-weixin.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { expect } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** Doubles of the payment providers. */
interface Outside {
  stripe: StripeDouble;
  store: AppStoreDouble;
  wechat: WechatPayDouble;
  tickets: HttpDouble;
}

/** A story of the built app with payments in each host. */
const test = ownBackend.extend<{ outside: Outside }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  outside: async ({}, use) => {
    const tickets = await openHttpDouble(() => ({
      body: { access_token: 'a', ticket: 'sandbox-ticket', expires_in: 7200 },
    }));
    const [stripe, store, wechat] = await Promise.all([
      StripeDouble.open(),
      AppStoreDouble.open(),
      WechatPayDouble.open(),
    ]);
    await use({ stripe, store, wechat, tickets });
    await Promise.all([stripe, store, wechat, tickets].map(service => service.close()));
  },
  served: async ({ outside: { stripe, store, wechat, tickets } }, use) => {
    const port = await freePort();
    const backend = await openTestBackend({
      APP_DIR: 'dist/app',
      // Sandbox users, so that the story need not sign in at a provider; payments go to the doubles.
      SANDBOX: '1',
      ...stripe.settings(),
      ...store.settings(),
      ...wechat.settings(),
      WECHAT_API: tickets.origin,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    await use({ backend, origin: await listen(backend, port) });
    await backend.close();
  },
});

/** Changes of the balance, oldest first. */
async function changesOf(user: ApiUser): Promise<number[]> {
  const { list } = (await user.get('getCoinStatementList')).data;
  return list.toReversed().map(({ change }) => change);
}

/** Injects the bridge of an iOS shell. */
async function putIntoIos(page: Page, shell: FakeShell): Promise<void> {
  await page.exposeFunction('tellNative', (json: string) => shell.handle(json));
  await page.addInitScript(() => {
    const tyyShell = {
      async postMessage(json: string) {
        const reply = await window.tellNative(json);
        if (reply !== null) window.tyyBridge?.receive(reply);
      },
    };
    Object.assign(window, { webkit: { messageHandlers: { tyyShell } } });
  });
}

async function payFor100(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay 10 yuan' }).click();
}

const hasCoins = (page: Page, count: number) =>
  expect(page.getByText(text('gold-coins', { count }), { exact: true })).toBeVisible();

test.describe('in WeChat', () => {
  test.use({ userAgent: userAgents.android });

  test('coins are paid without leaving the page', async ({ page, user, outside: { wechat }, backend }) => {
    const { user_id } = await accountOf(user);
    const payer = { user_id, openid: 'o-1' };
    await backend.services.db.query.insertInto('wechat_payers').values(payer).execute();
    await page.exposeFunction('payInWeixin', (params: Record<string, string>) => {
      wechat.pay(
        params.package!.replace('prepay_id=wx', ''),
        JSON.stringify({ ...params, timestamp: params.timeStamp }),
      );
    });
    await openInWeixin(page, '/recharge', { sees: 'current' }, user.token);
    await payFor100(page);
    await hasCoins(page, 150);
    expect(new URL(page.url()).pathname).toBe('/tyy/recharge');

    expect(await changesOf(user)).toEqual([50, 100]);
  });
});

test.describe('in the native app of iOS', () => {
  test.use({ userAgent: shellAgent.replace('Linux; Android 14; Pixel 8; wv', 'iPhone') });

  test('its store sells coins and a subscription', async ({ page, user, outside: { store } }) => {
    const sell = (payment = '') => succeed({ receipt: store.sign(store.sell(payment)) });
    const shell = new FakeShell({
      pay: ({ payment }) => sell(payment),
      subscription: ({ payment }) => sell(payment),
    });
    shell.cache.set('tyy.token', JSON.stringify(user.token));
    await putIntoIos(page, shell);
    await page.goto('/tyy/recharge');
    await payFor100(page);
    await hasCoins(page, 150);

    await page.goto('/tyy/subscription');
    await page.getByRole('button', { name: /^(Subscribe|Get VIP) · / }).click();
    await expect(page.getByText(text('subscription.active'))).toBeVisible();
    expect(await changesOf(user)).toEqual([50, 100, 0]);
  });
});

test('in a browser Stripe’s page is opened, and leads back', async ({ page, user, outside: { stripe } }) => {
  await page.route('https://checkout.stripe.com/**', async route => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const session = Object.assign(stripe.sessions.get(id)!, { status: 'complete', payment_status: 'paid' });
    const location = session.success_url.replace('{CHECKOUT_SESSION_ID}', id);
    await route.fulfill({ status: 303, headers: { location } });
  });
  await page.addInitScript(token => localStorage.setItem('tyy.token', token), user.token);
  await page.goto('/tyy/recharge');
  await payFor100(page);
  await hasCoins(page, 150);
  expect(await changesOf(user)).toEqual([50, 100]);
});
