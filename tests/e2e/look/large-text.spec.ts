import type { Locator, Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';
import { text } from '../support/words.ts';

/** Returns the words that are split over two lines. */
function brokenWords(part: Locator): Promise<string[]> {
  return part.evaluate(element => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      if (node.parentElement?.closest('.visually-hidden')) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  });
}

/** Opens a screen with large text. `size` is the root font size in px. The default is twice the usual size. */
async function openLarge(page: Page, address: string, size = 32, width = 390): Promise<void> {
  await page.setViewportSize({ width: 600, height: 844 });
  await page.goto(`/tyy${address}`);
  await page.evaluate(fontSize => Object.assign(document.documentElement.style, { fontSize }), `${size}px`);
  // Change the width, because Chromium does not re-evaluate container queries when only the text size changes.
  await page.setViewportSize({ width, height: 844 });
}

/** Expects no word split over two lines, no cut-off button and no horizontal scrolling. */
async function fits(page: Page, name: string, part: Locator): Promise<void> {
  await page.screenshot({ path: `test-results/screens/large-${name}.png` });
  expect(await brokenWords(part), name).toEqual([]);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, name).toBeLessThanOrEqual(0);
  const cut = part
    .getByRole('button')
    .evaluateAll(buttons =>
      buttons
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(await cut, name).toEqual([]);
}

test('text of twice the usual size splits no word on Home, in the plans and in the photo tips', {
  tag: '@long',
}, async ({ page, user }) => {
  await openLarge(page, '/');
  const steps = page.locator('ol');
  await expect(steps).toBeVisible();
  expect(await brokenWords(steps)).toEqual([]);
  const switched = page.getByRole('button', { name: '中文' });
  const [brand, other] = await Promise.all([
    page.locator('p[class*=brand]').boundingBox(),
    switched.boundingBox(),
  ]);
  expect((brand?.x ?? 0) + (brand?.width ?? 0)).toBeLessThanOrEqual(other?.x ?? 0);
  const samples = page.locator('section').filter({ hasText: text('home.samples') });
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(samples.getByRole('link').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await brokenWords(samples)).toEqual([]);
  await page.screenshot({ path: 'test-results/screens/large-home.png', fullPage: true });

  await signInPages(page, user);
  await openLarge(page, '/subscription');
  const plans = page.getByRole('group', { name: text('subscription.plans') });
  await expect(plans.getByRole('radio').first()).toBeAttached();
  expect(await brokenWords(plans)).toEqual([]);
  await page.screenshot({ path: 'test-results/screens/large-plans.png', fullPage: true });

  await openLarge(page, '/make-pic?step=front');
  const tip = page.getByText(text('make-pic.example-turned'));
  await expect(tip).toBeVisible();
  expect(await brokenWords(page.locator('main'))).toEqual([]);
  await page.screenshot({ path: 'test-results/screens/large-front.png', fullPage: true });
});

test('text of twice the usual size splits no word and cuts off no button in the wizard and below a picture', {
  tag: '@long',
}, async ({ page, user }) => {
  const done = await aFinishedJob(user);
  await signInPages(page, user);
  for (const [place, size, width] of [
    [0, 16, 320],
    [1, 32, 390],
  ] as const) {
    await openLarge(page, '/make-pic', size, width);
    await page.getByRole('radio').nth(place).click({ force: true });
    await fits(page, `make-pic-${width}`, page.getByRole('radiogroup'));
  }
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  const price = page.getByRole('dialog');
  await expect(price.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
  await fits(page, 'price', price);

  await openLarge(page, picPath(done.generate_id));
  const actions = page.locator('[class*=place]').filter({ hasText: text('pic.favourite') });
  await expect(actions.getByRole('button', { name: text('pic.favourite') })).toBeVisible();
  await fits(page, 'pic-actions', actions);
});

test('on a phone, each row of the coin history is a card, and a set shows only one picture if space is scarce', {
  tag: '@long',
}, async ({ page, user }) => {
  await aFinishedJob(user);
  await signInPages(page, user);
  for (const [size, width, display, pictures] of [
    [16, 800, 'table-row', 4],
    [16, 390, 'grid', 4],
    [16, 320, 'grid', 1],
    [29, 390, 'grid', 1],
    [32, 320, 'grid', 1],
  ] as const) {
    await openLarge(page, '/coin-flow', size, width);
    const row = page.getByRole('row').filter({ hasText: 'A set of pictures' });
    await expect(row).toHaveCSS('display', display);
    await fits(page, `ledger-${width}-${size}`, page.getByRole('table'));
    expect((await row.locator('img').boundingBox())?.width).toBeLessThanOrEqual(3 * size);

    await openLarge(page, '/pic-list', size, width);
    const set = page.getByRole('button').filter({ hasText: text('pic-list.done') });
    await expect(set.locator('img:visible')).toHaveCount(pictures);
    await fits(page, `pic-list-${width}-${size}`, page.getByRole('heading', { level: 1 }));
  }
});
