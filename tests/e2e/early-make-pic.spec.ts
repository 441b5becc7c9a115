import type { Page, Route } from '@playwright/test';
import { expect, signInPages, test } from './support/story.ts';
import { wordsOf } from './support/words.ts';

/** Holds the app's own script back until the story lets it through. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(/\/assets\/index-[\w-]+\.js$/, async route => {
    if (isOpen) await route.continue();
    else held.push(route);
  });
  return async () => {
    isOpen = true;
    for (const route of held) await route.continue();
  };
}

test('make-pic and its first templates are seen before the app has come, and asked for once', async ({
  page,
  user,
}) => {
  const lists: string[] = [];
  page.on('request', request => request.url().includes('/v1/getTemplates?') && lists.push(request.url()));
  await signInPages(page, user);
  const letAppCome = await holdApp(page);
  await page.goto('/tyy/make-pic', { waitUntil: 'commit' });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('en')('make-pic.title'));
  const parts = [wordsOf('en')('make-pic.photos'), wordsOf('en')('make-pic.templates')];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(parts);
  const pictures = page.locator('[data-row] img');
  for (const index of [0, 1, 2]) {
    await expect
      .poll(() => pictures.nth(index).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  const place = await pictures.nth(2).boundingBox();
  await expect(page.getByRole('radio')).toHaveCount(0);

  await letAppCome();
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  // Nothing moves when the app takes over.
  expect(await page.locator('[data-template] img').nth(2).boundingBox()).toEqual(place);
  expect(lists).toHaveLength(1);
});

test('in the chosen language, and only on the first step', async ({ page, user }) => {
  await signInPages(page, user);
  await page.addInitScript(() => localStorage.setItem('tyy.language', 'zh'));
  await holdApp(page);
  const heading = page.getByRole('heading', { level: 1 });

  await page.goto('/tyy/make-pic?template_id=4', { waitUntil: 'commit' });
  await expect(heading).toHaveText(wordsOf('zh')('make-pic.title'));

  await page.goto('/tyy/make-pic?step=front', { waitUntil: 'commit' });
  await expect(page.locator('main [aria-busy]')).toBeAttached();
  await expect(heading).toHaveCount(0);
});

test('a guest sees nothing of it before the sign-in', async ({ page }) => {
  await holdApp(page);
  await page.goto('/tyy/make-pic', { waitUntil: 'commit' });
  await expect(page.locator('main [aria-busy]')).toBeAttached();
  await expect(page.getByRole('heading')).toHaveCount(0);
});
