import type { Page } from '@playwright/test';
import { signInAt } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { pressByKey } from '../support/keyboard.ts';
import { type Product, startProduct } from '../support/product.ts';
import { buildReleases, builtVersion, type Releases } from '../support/releases.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, expectAccessible, nameYourself, signInPages, test } from '../support/story.ts';
import { chooseTemplate, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

const text = wordsOf('en');
const before = builtVersion;
const after = '7.1.0';

let releases: Releases;
let product: Product;

test.beforeAll(async () => {
  releases = await buildReleases(after);
  await releases.release(before);
  product = await startProduct({ APP_DIR: releases.folder, OPEN_TRY: '1' });
});

test.afterAll(async () => {
  await product.dispose();
  await releases.dispose();
});

const offer = (page: Page) => page.getByText(text('update.ready'));

test('a new version is offered, and a tab in the wizard keeps what it was doing', async ({
  page: settings,
  context,
  userName,
}) => {
  await signInPages(context, await signInAt(product.origin, userName));
  await settings.goto(`${product.origin}/tyy/setting`);
  await untilOfflineReady(settings);
  await expect(settings.getByText(before)).toBeVisible();
  const wizard = await context.newPage();
  await wizard.goto(`${product.origin}/tyy/make-pic`);
  await chooseTemplate(wizard, 2);
  // Gone as soon as the page is loaded anew.
  await wizard.evaluate(() => Object.assign(window, { isOldPage: true }));
  const isOldPage = () => wizard.evaluate(() => 'isOldPage' in window);

  await product.kill();
  await releases.release(after);
  await product.restart();
  await settings.reload();
  await expect(settings.getByText(before)).toBeVisible();
  await expect(offer(settings)).toBeVisible();
  await expect(offer(wizard)).toBeHidden();

  await settings.getByRole('button', { name: text('update.take') }).click();
  await expect(settings.getByText(after)).toBeVisible();
  expect(await isOldPage()).toBe(true);
  await expect(wizard.getByRole('radio').nth(2)).toBeChecked();

  await wizard.getByRole('button', { name: text('back') }).click();
  await expect(wizard.getByRole('heading', { name: text('home.title') })).toBeVisible();
  await expect.poll(isOldPage).toBe(false);
  await wizard.goto(`${product.origin}/tyy/make-pic`);
  await expect(wizard.getByRole('radio').nth(2)).toBeChecked();
});

test('a release that lets guests try asks for the sign-in when a photo is to leave, and goes on with it', {
  tag: '@long',
}, async ({ page, context, userName }) => {
  await releases.release(after);
  await page.goto(`${product.origin}/tyy/`);
  await page.getByRole('link', { name: text('home.make') }).click();
  await chooseTemplate(page, 1);
  await pressByKey(page, page.getByRole('button', { name: text('make-pic.use') }));
  await expect(page.getByRole('button', { name: text('make-pic.front-add'), exact: true })).toBeVisible();
  await context.setOffline(true);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.offline'))).toBeVisible();
  const question = page.getByRole('dialog', { name: text('make-pic.sign-in') });
  // The question comes as soon as there is a network: wait until the app has noticed that there is none.
  const retry = page.getByRole('button', { name: text('retry') });
  await expect(retry).toBeVisible();
  await expect(question).toHaveCount(0);
  await context.setOffline(false);
  await pressByKey(page, retry);
  await expect(question).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/open-try.png' });
  await expectAccessible(page);
  await page.getByRole('button', { name: text('sign-in.button') }).click();
  await nameYourself(page, userName);

  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  await page.getByRole('button', { name: text('back') }).click();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});
