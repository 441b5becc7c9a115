import { mergeTests } from '@playwright/test';
import { aFinishedJob } from '../../support/a-job.ts';
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

test('short of coins, a user pays in the phone and stands before the price; a payment they cancel leads back to the offer', async ({
  page,
  shell,
  user,
}) => {
  for (let jobs = 0; jobs < 2; jobs++) await aFinishedJob(user);
  await page.goto('/tyy/make-pic');
  await chooseTemplate(page, 0);
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  const sheet = page.getByRole('dialog');
  const pack = sheet.getByRole('button', { name: /^Get 100 gold coins/ });
  shell.refuseNext('pay', { code: 1, message: '' });
  await pack.click();
  await expect(sheet).toContainText(text('make-pic.not-paid'));

  await pack.click();
  await expect(sheet.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
  await expect(sheet).toContainText(text('gold-coins', { count: 90 }));
  expect(new Set(shell.callsOf('pay').map(({ params }) => params.order_id)).size).toBe(1);
  expect((await accountOf(user)).coins).toBe(110);
});

test('while the phone’s own sheet is open, another press hands it nothing to pay', { tag: '@long' }, async ({
  page,
  shell,
  user,
}) => {
  for (let jobs = 0; jobs < 2; jobs++) await aFinishedJob(user);
  await page.goto('/tyy/make-pic');
  await chooseTemplate(page, 0);
  const use = page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) });
  const sheet = page.getByRole('dialog');
  const pack = sheet.getByRole('button', { name: /^Get 100 gold coins/ });
  shell.keepSilent('pay');
  for (let presses = 0; presses < 2; presses++) {
    await use.click();
    await pack.click();
  }
  await expect(sheet).toContainText(text('make-pic.not-paid'));
  expect(shell.callsOf('pay')).toHaveLength(1);
});

test('a subscription bought in the phone makes a VIP, whose banner is closed', { tag: '@long' }, async ({
  page,
  shell,
}) => {
  await page.goto('/tyy/subscription');
  await expect(page.getByText(text('subscription.free'))).toBeVisible();

  shell.refuseNext('subscription', { code: 2, message: 'The purchase was cancelled' });
  const subscribe = page.getByRole('button', { name: /^(Subscribe|Get VIP) · / });
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

test('a VIP has the banner closed at once, pays no coins, and sees no full-screen ad', {
  tag: '@long',
}, async ({ page, shell, user, holdPics }) => {
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

test('a subscription that the store account remembers is restored', { tag: '@long' }, async ({
  page,
  shell,
}) => {
  await page.goto('/tyy/subscription');
  shell.refuseNext('restore', { code: 2, message: 'Nothing was bought with this account' });
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText('Nothing was bought with this account')).toBeVisible();

  await shell.store.sell({ product_id: 'vip_month' });
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText(text('subscription.restored'))).toBeVisible();
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
});

test('an ad that was watched earns coins, one that was skipped says so and earns nothing', {
  tag: '@long',
}, async ({ page, shell, user }) => {
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

test.describe('without consent', () => {
  test.use({ agrees: false });

  test('the coins of an ad are not seen below a question, where they read as the balance', async ({
    page,
    user,
  }) => {
    await user.post('withdrawConsent', {});
    await page.goto('/tyy/make-pic?step=front');
    const coins = page.getByText('+15', { exact: true });
    await expect(coins).toBeVisible();

    await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
    const question = page.getByRole('dialog', { name: text('consent.title') });
    await expect(question).toBeVisible();
    await expect(coins).toBeHidden();
    await question.getByRole('button', { name: text('consent.not-now') }).click();
    await expect(coins).toBeVisible();
  });
});
