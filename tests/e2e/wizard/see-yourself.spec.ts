import type { Page } from '@playwright/test';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, openSignedIn } from '../support/story.ts';
import { addFrontPhoto } from '../support/wizard.ts';
import { text } from '../support/words.ts';

const seen = (page: Page) => page.locator('[data-template] > span > img[src*="/pictures/previews/"]');
const shown = (page: Page) => page.getByRole('switch', { name: text('make-pic.see-yourself') });

test('a switch shows the user’s try-ons or the samples in all visible templates', async ({ page, user }) => {
  await openSignedIn(page, user, '/make-pic');
  await expect(shown(page)).toHaveCount(0);
  await addFrontPhoto(page, text);

  await expect(seen(page).nth(5)).toBeVisible();
  await expectAccessible(page);
  // Choose a template in the fifth row, which no phone shows without scrolling.
  const id = await page.locator('[data-template]').nth(13).getAttribute('data-template');
  const below = page.locator(`[data-template="${id}"]`);
  await below.scrollIntoViewIfNeeded();
  await expect(below.locator('img')).toHaveAttribute('src', /\/pictures\/previews\//);

  await shown(page).click();
  await expect(shown(page)).not.toBeChecked();
  await expect(seen(page)).toHaveCount(0);
  await shown(page).click();
  await expect(seen(page).first()).toBeVisible();
});

test.describe('the wizard with data saver on', () => {
  test.use({ coach: true });

  test('with data saver on, nothing is prefetched, and try-ons are drawn only on request', async ({
    page,
    user,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    const requests = (address: RegExp) => asked.filter(url => address.test(url));
    await openSignedIn(page, user, '/');
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
    await page.waitForLoadState('networkidle');
    expect(requests(/\/assets\/make-pic-/)).toEqual([]);

    await page.getByRole('link', { name: text('home.make') }).click();
    await addFrontPhoto(page, text);
    await expect(shown(page)).not.toBeChecked();
    expect(requests(/face-weights|coach-worker|previewTemplates/)).toEqual([]);
    await shown(page).click();
    await expect(seen(page).first()).toBeVisible();
  });
});

test.describe('the wizard on a computer with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

  test('pointing the mouse at a template shows its try-on', { tag: '@long' }, async ({ page, user }) => {
    await openSignedIn(page, user, '/make-pic');
    await addFrontPhoto(page, text);
    await expect(seen(page).first()).toBeVisible();
    const tile = page.locator('[data-template]').first();
    const pointed = tile.locator('> img');
    await expect(tile.locator('img')).toHaveAttribute('src', /\/pictures\/previews\//);
    await expect(pointed).toHaveCount(0);

    await shown(page).click();
    await expect(tile.locator('img').first()).toHaveAttribute('src', /\/template-pics\//);
    await expect(pointed).toBeHidden();
    await tile.hover();
    await expect(pointed).toBeVisible();
    await expect(pointed).toHaveAttribute('src', /\/pictures\/previews\//);
    await expect
      .poll(() => pointed.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.mouse.move(1, 1);
    await expect(pointed).toBeHidden();
    await tile.hover();
    await page.mouse.down();
    await page.mouse.up();
    await expect(tile.getByRole('radio')).toBeChecked();
  });
});
