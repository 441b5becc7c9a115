import type { FrameLocator, Page } from '@playwright/test';
import { accountOf } from '../../support/api/api.ts';
import { expect, test } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });

const appIn = (page: Page): FrameLocator => page.frameLocator('#webview iframe');

test('the shell simulator sells, refunds, kills pages and evicts data', async ({ page, userName, user }) => {
  await page.addInitScript(() => {
    localStorage.setItem('tyy-shell.settings', JSON.stringify({ transport: 'ios', language: 'en' }));
  });
  await page.goto('/sandbox/shell');
  const app = appIn(page);
  await app.getByRole('link', { name: text('home.make') }).click();
  await page.getByLabel('Your name').fill(userName);
  await page.getByRole('button', { name: 'Continue' }).click();

  await app.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await app.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await page.getByRole('button', { name: 'Photo library' }).click();
  await page.getByRole('checkbox', { name: 'Photo 2' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(app.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();

  // After a kill, the webview reopens at the same address.
  await page.getByRole('button', { name: 'Kill the webview' }).click();
  await expect(page.locator('#webview iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restart it' }).click();
  await expect(app.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();

  await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    frame?.contentWindow?.location.assign('/tyy/recharge?product=1');
  });
  await app.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(app.getByText(text('gold-coins', { count: 150 }))).toBeVisible();
  expect((await accountOf(user)).coins).toBe(150);

  const log = page.getByRole('list', { name: 'Messages' });
  await expect(log.locator('[data-method=pay][data-code=ok]')).toHaveCount(1);

  await page.getByLabel('Next purchase').selectOption('dies');
  await expect(app.getByRole('button', { name: /^Pay / })).not.toHaveAttribute('aria-busy');
  await app.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.locator('#webview iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Restart it' }).click();
  await expect(app.getByText(text('gold-coins', { count: 250 }))).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.locator('#store-result')).toContainText('Done');
  expect((await accountOf(user)).coins).toBe(150);

  await page.getByRole('button', { name: 'Evict its storage' }).click();
  await expect(app.getByText(text('gold-coins', { count: 150 }))).toBeVisible();

  await page.getByLabel('Next call to fail').selectOption('pay');
  await expect(app.getByRole('button', { name: /^Pay / })).not.toHaveAttribute('aria-busy');
  await app.getByRole('button', { name: /^Pay / }).click();
  await expect(app.getByText('The phone refused pay (7)')).toBeVisible();
  await expect(log.locator('[data-method=pay][data-code=refused]')).toHaveCount(1);
});
