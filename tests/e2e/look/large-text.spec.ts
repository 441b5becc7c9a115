import type { Locator, Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** The words of a part of the page that go on in a second line. */
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

/** Opens a screen on a phone whose user wants its text twice as large. */
async function openLarge(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 600, height: 844 });
  await page.goto(`/tyy${address}`);
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '32px' }));
  // Chromium asks a container again when its width changes, not its text.
  await page.setViewportSize({ width: 390, height: 844 });
}

test('at twice the text size Home, the plans and the tips for photos break no word', {
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

test('at twice the text size the way to a picture, its price and what can be done with it break no word', {
  tag: '@long',
}, async ({ page, user }) => {
  const done = await aFinishedJob(user);
  await signInPages(page, user);
  const fits = async (name: string, part: Locator) => {
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
  };
  await openLarge(page, '/make-pic');
  await page.getByRole('radio').first().click({ force: true });
  await fits('make-pic', page.locator('main h2').last());
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  const price = page.getByRole('dialog');
  await expect(price.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
  await fits('price', price);

  await openLarge(page, picPath(done.generate_id));
  const actions = page.locator('[class*=place]').filter({ hasText: text('pic.favourite') });
  await expect(actions.getByRole('button', { name: text('pic.favourite') })).toBeVisible();
  await fits('pic-actions', actions);
});

test('at twice the text size each row of the ledger is a card, with no word broken and nothing cut off', {
  tag: '@long',
}, async ({ page, user }) => {
  await aFinishedJob(user);
  await signInPages(page, user);
  for (const [size, width, cards] of [
    [16, 390, false],
    [16, 320, false],
    [29, 390, true],
    [32, 390, true],
    [32, 320, true],
  ] as const) {
    await page.setViewportSize({ width: 600, height: 844 });
    await page.goto('/tyy/coin-flow');
    await page.evaluate(fontSize => Object.assign(document.documentElement.style, { fontSize }), `${size}px`);
    // A phone has its text size from the start. Chromium asks a container again when its width changes, not its text.
    await page.setViewportSize({ width, height: 844 });
    const row = page.getByRole('row').filter({ hasText: 'Picture generation' });
    await expect(row).toBeVisible();
    await expect(row.getByRole('cell').first()).toHaveCSS('display', cards ? 'block' : 'table-cell');
    await page.screenshot({ path: `test-results/screens/ledger-${width}-${size}.png` });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect((await row.locator('img').boundingBox())?.width).toBeLessThanOrEqual(3 * size);
    // A word that is broken is as high as two.
    for (const reason of ['Welcome gift', 'Picture generation']) {
      const isWhole = await page.getByText(reason).evaluate((cell, reason) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (!texts.nextNode()?.textContent?.includes(reason));
        const words = texts.currentNode;
        const parts = [0, 8].map(start => {
          range.setStart(words, start);
          range.setEnd(words, start === 0 ? 7 : reason.length);
          return range.getClientRects().length;
        });
        return parts.every(count => count === 1);
      }, reason);
      expect(isWhole, reason).toBe(true);
    }
  }
});
