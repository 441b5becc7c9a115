import type { FrameLocator, Page } from '@playwright/test';
import { accountOf } from '../../support/api.ts';
import { expect, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });

/** The app inside the simulator's phone. */
const appIn = (page: Page): FrameLocator => page.frameLocator('#webview iframe');

/** Opens a screen of the app in the simulator and signs in there. */
async function openAt(page: Page, path: string, name: string): Promise<void> {
  await page.goto('/sandbox/shell');
  await appIn(page)
    .getByRole('link', { name: text('tab.my'), exact: true })
    .click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(appIn(page).getByText(name)).toBeVisible();
  await show(page, path);
}

async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(
    to => document.querySelector('iframe')?.contentWindow?.location.assign(to),
    `/tyy/${path}`,
  );
}

async function buy(page: Page, course: string, button: RegExp): Promise<void> {
  await page.getByLabel('Next purchase').selectOption(course);
  await expect(appIn(page).getByRole('button', { name: button })).not.toHaveAttribute('aria-busy');
  await appIn(page).getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
}

async function happens(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.locator('#store-result')).toContainText('Done');
}

test('the simulator’s store plays a parent’s consent, a death while paying, its test system and a refund', {
  tag: '@long',
}, async ({ page, userName, user }) => {
  const app = appIn(page);
  const coins = async () => (await accountOf(user)).coins;
  await openAt(page, 'recharge', userName);

  await buy(page, 'test', /^Pay /);
  await expect(app.getByText(text('pay.refused.title'))).toBeVisible();
  expect(await coins()).toBe(50);
  await app.getByRole('button', { name: text('pay.drop') }).click();
  await app
    .getByRole('dialog')
    .getByRole('button', { name: text('pay.drop') })
    .click();

  await buy(page, 'waits', /^Pay /);
  await expect(app.getByText('The purchase waits for a parent’s consent')).toBeVisible();
  expect(await coins()).toBe(50);
  await happens(page, 'A parent agrees');
  await show(page, 'recharge');
  await expect(app.getByText(text('gold-coins', { count: 150 }))).toBeVisible();

  await buy(page, 'dies', /^Pay /);
  await expect(page.locator('#webview iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restart it' }).click();
  await expect(app.getByText(text('gold-coins', { count: 250 }))).toBeVisible();

  await happens(page, 'Refund');
  expect(await coins()).toBe(150);
});

test('the simulator’s store plays renewal, grace, expiry, a relative’s subscription and a second account', {
  tag: '@long',
}, async ({ page, userName, user }) => {
  const app = appIn(page);
  const days = async () => {
    const { vip_expire_time, vip_level } = await accountOf(user);
    return vip_level > 0 ? Math.round((vip_expire_time - Date.now() / 1000) / 86_400) : 0;
  };
  await openAt(page, 'subscription', userName);
  await buy(page, 'shared', /^(Subscribe|Get VIP) · /);
  await expect(app.getByText(text('subscription.active'))).toBeVisible();
  expect(await days()).toBe(30);
  await happens(page, 'Expire');
  expect(await days()).toBe(0);

  await show(page, 'subscription');
  await buy(page, '', /^(Subscribe|Get VIP) · /);
  await expect(app.getByText(text('subscription.active'))).toBeVisible();
  await happens(page, 'Renew');
  expect(await days()).toBe(60);
  await happens(page, 'Renewal fails: grace');
  expect(await days()).toBe(76);
  await happens(page, 'Expire');
  expect(await days()).toBe(0);
  await happens(page, 'Renew');
  expect(await days()).toBe(30);

  // Another account on the same phone, whose store remembers what the first one bought.
  await show(page, 'setting');
  await app.getByRole('button', { name: text('setting.log-out') }).click();
  await app
    .getByRole('dialog')
    .getByRole('button', { name: text('setting.log-out') })
    .click();
  await expect(app.getByText(text('log-out.done'))).toBeVisible();
  await openAt(page, 'subscription', `${userName} B`);
  await app.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(app.getByText(/bought by another account/)).toBeVisible();
  expect(await days()).toBe(30);
});
