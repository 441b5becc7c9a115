import type { Page } from '@playwright/test';
import { accountOf, buy } from '../support/api.ts';
import { expect, test } from './support/in-shell.ts';
import { expectAccessible } from './support/story.ts';
import { chooseTemplate, make } from './support/wizard.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');
/** The VIP of a month. */
const vipMonth = 101;

/** Opens a screen of a user who is signed in as soon as it asks. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/tyy${path}`);
}

/** Keeps a picture of the screen to look at, and lets axe read it. */
async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screens/shell/${name}.png` });
  await expectAccessible(page);
}

/** Takes from the webview all that it keeps. */
async function evict(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const databases = await indexedDB.databases();
    for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  });
}

/** Adds the photo that the phone's picker gives, and goes on to the templates. */
async function givePhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
}

test('from the first paint to a picture that the phone saves', async ({ page, shell, request }) => {
  await open(page, '/');
  // Chinese phones start in English, as the product's owner asks.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await look(page, 'home');
  await page.getByRole('link', { name: text('home.make') }).click();

  await givePhoto(page);
  await look(page, 'make-pic');
  expect(shell.callsOf('login')).toHaveLength(1);
  expect(shell.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 1 }]);
  await chooseTemplate(page, 1);
  await make(page, text);

  await expect(page).toHaveURL(/\/making\?/);
  const making = page.url();
  await expect.poll(() => shell.callsOf('showFullScreenAd').length).toBe(1);
  await evict(page);
  await page.reload();
  await expect(page).toHaveURL(/\/pic\?generate_id=/, { timeout: 90_000 });
  await look(page, 'pic');
  await page.getByRole('button', { name: text('pic.save') }).click();
  await expect(page.getByText(text('pic.saved'))).toBeVisible();

  const saved = await request.get(String(shell.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');
  await page.getByRole('button', { name: text('pic.share') }).click();
  await expect.poll(() => shell.callsOf('share')[0]?.params.url).toMatch(/\/tyy\/$/);
  await page.goto(making);
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
  expect(shell.callsOf('showFullScreenAd')).toHaveLength(1);
  expect(shell.callsOf('closeBannerAd')).toHaveLength(0);
});

test('coins are paid in the phone and credited once', async ({ page, shell, user }) => {
  await open(page, '/recharge');
  const pay = page.getByRole('button', { name: /^Pay / });

  shell.refuseNext('pay', { code: 6001, message: 'Payment was cancelled' });
  await pay.click();
  await expect(page.getByText('Payment was cancelled')).toBeVisible();
  expect((await accountOf(user)).coins).toBe(50);

  await expect(pay).not.toHaveAttribute('aria-busy');
  await pay.click();
  await expect(page.getByText(text('pay.done.coins', { count: 100 }))).toBeVisible();
  await expect(page.getByText(text('gold-coins', { count: 150 }))).toBeVisible();
  const [, paid] = shell.callsOf('pay');
  expect(paid?.params).toEqual({ order_id: expect.any(String), payment: expect.any(String) });
  expect((await accountOf(user)).coins).toBe(150);
});

test('a subscription bought in the phone makes a VIP, whose banner is closed', async ({ page, shell }) => {
  await open(page, '/subscription');
  await expect(page.getByText(text('subscription.free'))).toBeVisible();

  shell.refuseNext('subscription', { code: 2, message: 'The purchase was cancelled' });
  const subscribe = page.getByRole('button', { name: /^Subscribe / });
  await subscribe.click();
  await expect(page.getByText('The purchase was cancelled')).toBeVisible();
  await expect(page.getByText(text('subscription.free'))).toBeVisible();
  expect(shell.callsOf('closeBannerAd')).toHaveLength(0);

  await expect(subscribe).not.toHaveAttribute('aria-busy');
  await subscribe.click();
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
  expect(shell.callsOf('subscription').at(-1)?.params).toEqual({ product_id: 'vip_month' });
  await expect.poll(() => shell.callsOf('closeBannerAd').length).toBeGreaterThan(0);
});

test('a VIP has the banner closed at once, pays no coins, and sees no full-screen ad', async ({
  page,
  shell,
  user,
}) => {
  await buy(user, vipMonth);
  shell.cache.set('tyy.token', JSON.stringify(user.token));
  await open(page, '/');
  await expect.poll(() => shell.callsOf('closeBannerAd').length).toBe(1);

  await page.getByRole('link', { name: text('home.make') }).click();
  await givePhoto(page);
  await chooseTemplate(page, 0);
  await page.getByRole('button', { name: text('make-pic.use'), exact: true }).click();
  await expect(page.getByText(text('making.leave'))).toBeVisible();
  await expect(page).toHaveURL(/\/pic\?generate_id=/, { timeout: 90_000 });
  expect(shell.callsOf('showFullScreenAd')).toHaveLength(0);
  expect((await accountOf(user)).coins).toBe(50);
});

test('a subscription that the store account remembers is restored', async ({ page, shell }) => {
  await open(page, '/subscription');
  shell.refuseNext('restore', { code: 2, message: 'Nothing was bought with this account' });
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText('Nothing was bought with this account')).toBeVisible();

  await shell.store.sell({ product_id: 'vip_month' });
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText(text('subscription.restored'))).toBeVisible();
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
});

test('an ad that was watched earns coins, one that was skipped says so and earns nothing', async ({
  page,
  shell,
  user,
}) => {
  await open(page, '/personal-center');
  const closed = page.getByRole('button', { name: text('ad-entry.closed', { count: 15 }) });
  const opened = page.getByRole('button', { name: text('ad-entry.open', { count: 15 }) });

  shell.refuseNext('showRewardedAd', { code: 1, message: 'The ad was skipped' });
  await closed.click();
  await opened.click();
  await expect(page.getByText('The ad was skipped')).toBeVisible();
  expect((await accountOf(user)).coins).toBe(50);

  await closed.click();
  await opened.click();
  await expect(page.getByText(text('ad-entry.reward', { count: 15 }))).toBeVisible();
  await expect(page.getByText('65', { exact: true })).toBeVisible();
  expect((await accountOf(user)).coins).toBe(65);
});

test('a webview that is killed while picking, uploading or waiting comes back to where the user was', async ({
  page,
  context,
  shell,
}) => {
  /** The phone ends the webview and opens it again at the same address. */
  async function killed(before: Page, meanwhile = async () => {}): Promise<Page> {
    const address = before.url();
    await before.close();
    await meanwhile();
    const after = await context.newPage();
    await after.goto(address);
    return after;
  }

  await open(page, '/make-pic');
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  shell.keepSilent('importPicture');
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await expect.poll(() => shell.callsOf('importPicture').length).toBe(1);

  const picking = await killed(page);
  shell.keepSilent('importPicture', false);
  await context.route('**/tyy-photos/**', route => {
    if (route.request().method() !== 'PUT') return route.continue();
  });
  await picking.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await picking.waitForRequest(request => request.method() === 'PUT');

  // Not before the page has ended: the upload that is held would go through.
  const uploading = await killed(picking, () => context.unroute('**/tyy-photos/**'));
  await uploading.getByRole('button', { name: text('make-pic.continue') }).click();
  await uploading.getByRole('button', { name: text('make-pic.skip') }).click();
  expect(shell.callsOf('importPicture')).toHaveLength(2);
  await chooseTemplate(uploading, 2);
  await make(uploading, text);
  await expect(uploading.getByText(text('making.leave'))).toBeVisible();

  const waiting = await killed(uploading);
  await expect(waiting).toHaveURL(/\/pic\?generate_id=/, { timeout: 90_000 });
});

test('what the webview loses, the phone still has: the user stays signed in, the draft is whole', async ({
  page,
  shell,
}) => {
  await open(page, '/make-pic');
  await givePhoto(page);
  await chooseTemplate(page, 3);
  await expect.poll(() => shell.cache.get('tyy.wizard')).toMatch(/"templateId":\d/);

  await evict(page);
  await page.reload();
  await expect(page.getByRole('radio').nth(3)).toBeChecked();
  await expect(page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) })).toBeEnabled();
  expect(shell.callsOf('login')).toHaveLength(1);
  expect(shell.cache.get('tyy.token')).toBeTruthy();
});
