import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import type { ApiUser } from '../../support/api/api.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, openSignedIn } from '../support/story.ts';
import { chooseMoreAndConfirm } from '../support/wizard.ts';
import { text } from '../support/words.ts';

async function openPics(page: Page, user: ApiUser): Promise<void> {
  const job = await aFinishedJob(user);
  await openSignedIn(page, user, picPath(job.generate_id));
}

test('a shared picture is public until the user stops sharing it', async ({ page, user, browser }) => {
  await openPics(page, user);
  await chooseMoreAndConfirm(page, text, 'pic.share.link', text('pic.share.link'));
  await expect(page.getByText(text('share-card.public'))).toBeVisible();
  const end = page.getByRole('button', { name: text('share-card.take-back') });
  // Check that the bottom bar does not cover the button.
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

/** Moves two fingers apart to three times their distance. */
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

test('a user can enlarge a picture with two fingers', { tag: '@long' }, async ({ page, user }) => {
  await openPics(page, user);
  await page.getByRole('button', { name: text('pic.open', { number: 1 }) }).click();
  const zoom = page.getByRole('button', { name: text('pic.zoom') });
  await expect(zoom).toHaveAttribute('aria-pressed', 'false');
  const widthBefore = (await zoom.boundingBox())!.width;
  await pinch(page);
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  expect((await zoom.boundingBox())!.width / widthBefore).toBeCloseTo(3, 1);
});
