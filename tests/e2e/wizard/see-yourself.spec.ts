import type { Locator, Page } from '@playwright/test';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, openSignedIn } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
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

test('a try-on opens large by its eye, by a long press and by key, without choosing it', async ({
  page,
  user,
}) => {
  // Not drawn, because this story is not about the pictures.
  await page.route('**/v1/previewTemplates', async route => {
    const ids: number[] = route.request().postDataJSON().template_ids;
    const list = ids.map(id => ({ template_id: id, pic_url: `/tyy/icons/icon-192.png?own=${id}` }));
    await route.fulfill({ json: { code: 0, data: { list }, message: '' } });
  });
  await openSignedIn(page, user, '/make-pic');
  await addFrontPhoto(page, text);
  const tiles = page.locator('label[data-template]');
  await expect(tiles.nth(1).locator('img')).toHaveAttribute('src', /own=/);
  const large = page.getByRole('dialog', { name: text('look.title') });
  const close = page.getByRole('button', { name: text('close') });
  const chosen = page.getByRole('radio', { checked: true });
  const box = (await tiles.nth(1).locator('img').boundingBox())!;

  await page.touchscreen.tap(box.x + 14, box.y + box.height - 10);
  await expect(large).toBeVisible();
  await expect(large.locator('img[src*="own="]').first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/large.png' });
  await close.click();
  await expect(large).toBeHidden();

  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + 20];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await expect(large).toBeVisible();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('button', { name: text('look.next') }).click();
  await expect(large.getByRole('status')).toHaveText((await tiles.nth(2).textContent()) ?? '');
  await page.goBack();
  await expect(large).toBeHidden();
  await expect(chosen).toHaveCount(0);

  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Enter');
  await expect(large).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(page.getByRole('radio').first()).toBeFocused();
});

test('the chips stay below the title bar, and cover no focused template', async ({ page, user }) => {
  await openSignedIn(page, user, '/make-pic');
  const chips = page.getByRole('list', { name: text('category.label') });
  const bar = page.locator('main header');
  await expect(chips).toBeVisible();
  await chooseTemplate(page, 8);
  await page.mouse.wheel(0, 900);
  const bottomOf = async (part: Locator) => {
    const box = (await part.boundingBox())!;
    return box.y + box.height;
  };
  await expect.poll(async () => (await chips.boundingBox())!.y - (await bottomOf(bar))).toBeLessThan(8);

  await page.getByRole('radio', { checked: true }).focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft');
  const focused = page.locator('label[data-chosen]');
  await expect(focused.getByRole('radio')).toBeFocused();
  expect((await focused.boundingBox())!.y).toBeGreaterThanOrEqual(await bottomOf(chips));

  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await page.mouse.wheel(0, 500);
  // Otherwise a late scroll would follow the tap on the chip.
  await expect.poll(async () => (await scrolled()) - before).toBeGreaterThanOrEqual(500);
  const last = chips.getByRole('button', { name: text('category.travel') });
  await last.click();
  await expect(last).toHaveAttribute('aria-pressed', 'true');
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio').first()).toBeInViewport();
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
