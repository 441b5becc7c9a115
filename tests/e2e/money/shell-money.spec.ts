import { mergeTests } from '@playwright/test';
import { accountOf, buy } from '../../support/api.ts';
import { expect, givePhoto, test as inShell } from '../support/in-shell.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const test = mergeTests(ownBackend, inShell);
/** The VIP of a month. */
const vipMonth = 101;

test('coins are paid in the phone and credited once', async ({ page, shell, user }) => {
  await page.goto('/tyy/recharge');
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
  await page.goto('/tyy/subscription');
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
  holdPics,
}) => {
  const letGo = holdPics();
  await buy(user, vipMonth);
  shell.cache.set('tyy.token', JSON.stringify(user.token));
  await page.goto('/tyy/');
  await expect.poll(() => shell.callsOf('closeBannerAd').length).toBe(1);

  await page.getByRole('link', { name: text('home.make') }).click();
  await givePhoto(page);
  await chooseTemplate(page, 0);
  await page.getByRole('button', { name: text('make-pic.use'), exact: true }).click();
  await expect(page.getByText(text('making.leave'))).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
  expect(shell.callsOf('showFullScreenAd')).toHaveLength(0);
  expect((await accountOf(user)).coins).toBe(50);
});

test('a subscription that the store account remembers is restored', async ({ page, shell }) => {
  await page.goto('/tyy/subscription');
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
  await page.goto('/tyy/personal-center');
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
