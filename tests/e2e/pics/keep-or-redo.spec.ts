import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { type ApiUser, accountOf } from '../../support/api.ts';
import { untilKept } from '../support/kept-text.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { chooseMore, chooseMoreAndConfirm } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { REDO_REFUND: '1' } });

async function openPics(page: Page, user: ApiUser): Promise<void> {
  const job = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto(`/tyy${picPath(job.generate_id)}`);
}

test('pictures that are not like the user are made again for nothing, and then the coins come back', async ({
  page,
  user,
}) => {
  await openPics(page, user);
  await expect(page.getByRole('button', { name: text('pic.compare') })).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/pic-extras.png' });
  await chooseMoreAndConfirm(page, text, 'reject.redo', text('reject.not-like-me'));
  await page.getByRole('button', { name: text('reject.same-photos') }).click();
  await page.waitForURL('**/tyy/pic?**');
  expect((await accountOf(user)).coins).toBe(30);

  await chooseMoreAndConfirm(page, text, 'reject.coins', text('reject.bad-picture'));
  await expect(page.getByText(text('reject.coins-back', { count: 20 }))).toBeVisible();
  await page.getByRole('button', { name: text('pic.more') }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: text('delete') })).toBeVisible();
  await expect(page.getByRole('button', { name: text('reject.coins') })).toHaveCount(0);
  expect((await accountOf(user)).coins).toBe(50);
});

test('photo and picture are compared by a slider that keys move too, and Back closes it', {
  tag: '@long',
}, async ({ page, user }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPics(page, user);
  const compare = page.getByRole('button', { name: text('pic.compare') });
  await compare.click();
  const slider = page.getByRole('slider', { name: text('pic.compare-slider') });
  await expect(slider).toHaveValue('50');
  await slider.press('End');
  await expect(slider).toHaveValue('100');
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await page.waitForLoadState('networkidle');
  await slider.fill('40');
  await page.screenshot({ path: 'test-results/screens/before-after.png' });
  await expectAccessible(page);
  await page.goBack();
  await expect(slider).toHaveCount(0);
  await expect(compare).toBeVisible();
});

test('a favourite stays one after a reload, and two fingers enlarge a picture', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await openPics(page, user);
  const favourite = page.getByRole('button', { name: text('pic.favourite') });
  await expect(favourite).toHaveAttribute('aria-pressed', 'false');
  await favourite.click();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await untilKept(page, 'tyy.favourites', '[{');
  await page.reload();
  await expect(favourite).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  await page.getByRole('button', { name: text('pic.open', { number: 1 }) }).click();
  const zoom = page.getByRole('button', { name: text('pic.zoom') });
  await expect(zoom).toHaveAttribute('aria-pressed', 'false');
  const widthBefore = (await zoom.boundingBox())!.width;
  await pinch(page);
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  expect((await zoom.boundingBox())!.width / widthBefore).toBeCloseTo(3, 1);
});

test('one tap saves all pictures', { tag: '@long' }, async ({ page, user }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await openPics(page, user);
  const download = page.waitForEvent('download');
  await chooseMore(page, text, text('save-all.offer', { total: 4 }));
  const zip = await readFile(await (await download).path());
  await expect(page.getByText(text('save-all.done', { total: 4 }))).toBeVisible();
  expect(Object.keys(unzipSync(zip))).toHaveLength(4);
  await page.screenshot({ path: 'test-results/screens/save-all.png', fullPage: true });
  await expectAccessible(page);
});

/** Two fingers that move apart to three times their distance. */
async function pinch(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const fingers = (half: number) => [
    { x: 195 - half, y: 400, id: 0 },
    { x: 195 + half, y: 400, id: 1 },
  ];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', half: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : fingers(half) });
  await send('touchStart', 40);
  for (const half of [60, 90, 120]) await send('touchMove', half);
  await send('touchEnd', 0);
}

test('a picture has a public page from one tap to another', async ({ page, user, browser }) => {
  await openPics(page, user);
  await chooseMoreAndConfirm(page, text, 'share-card.make', text('share-card.make'));
  await expect(page.getByText(text('share-card.public'))).toBeVisible();
  const end = page.getByRole('button', { name: text('share-card.take-back') });
  // Not below the screen's own bar.
  const isOnTop = (button: HTMLElement) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  await expect.poll(() => end.evaluate(isOnTop)).toBe(true);
  await page.screenshot({ path: 'test-results/screens/public-link.png' });
  await expectAccessible(page);

  const [{ generate_id = '' } = {}] = (await user.get('getTrainAndGenerateResultList')).data.list;
  const [card] = (await user.get('getShareCards', { generate_id })).data.list;
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto(card!.page_url);
  const picture = guest.getByRole('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080);
  await guest.screenshot({ path: 'test-results/screens/public-page.png' });
  await expectAccessible(guest);

  await end.click();
  await expect(page.getByText(text('share-card.taken-back'))).toBeVisible();
  await guest.reload();
  await expect(picture).toHaveCount(0);
  await guest.screenshot({ path: 'test-results/screens/public-page-gone.png' });
  await guest.getByRole('link').click();
  await expect(guest.getByRole('heading', { name: text('home.title') })).toBeVisible();
  await guest.context().close();
});
