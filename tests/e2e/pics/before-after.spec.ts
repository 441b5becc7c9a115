import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { picPath } from '../../../src/paths.ts';
import { openCoachInNode } from '../../coach/coach-in-node.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { dataOf } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { changeWait, expect, expectAccessible, giveCoachTime, openSignedIn } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ coach: true });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the positions of both eyes as fractions of the picture's width. */
async function eyesIn(picture: Buffer) {
  const { face } = await (await openCoachInNode())(picture);
  const { width } = await sharp(picture).metadata();
  // The coach scales only larger pictures down, so its positions are in pixels of this picture.
  const { leftEye, rightEye } = face!;
  return [leftEye, rightEye].map(({ x, y }) => ({ x: x / width, y: y / width }));
}

/** Expects the eyes at the same positions in two pictures of equal size, within 2 % of the width. */
async function expectSameEyes(before: Buffer, after: Buffer): Promise<void> {
  const [eyes, others] = await Promise.all([eyesIn(before), eyesIn(after)]);
  for (const [place, { x, y }] of eyes.entries())
    expect(Math.hypot(x - others[place]!.x, y - others[place]!.y)).toBeLessThan(0.02);
}

/** Makes a 12-megapixel photo, stored sideways with an EXIF orientation, with the head tilted by `tilt` degrees. */
function largePhoto(tilt: number): Promise<Buffer> {
  return sharp(portrait)
    .rotate(tilt, { background: '#888888' })
    .resize(3000, 4000, { fit: 'cover' })
    .toBuffer()
    .then(upright => sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer());
}

test('the before-and-after comparison aligns the eyes, and saves a picture with the AI label', async ({
  page,
  user,
  backend,
}) => {
  await giveCoachTime(page);
  await changeWait(page, 4000, 60_000);
  const size = { width: 768, height: 1024 };
  const bytes = await sharp(portrait)
    .resize({ ...size, fit: 'cover' })
    .jpeg()
    .toBuffer();
  backend.generator.generate = async () => [{ bytes, type: 'image/jpeg', ...size }];
  const { generate_id } = await aFinishedJob(user);
  const [pic] = (await dataOf(user.get('getUserPicsByGenerateId', { generate_id }))).list;
  // Test with a camera's original, which is larger than uploaded photos.
  const photo = await largePhoto(12);
  await page.route('**/photos/**', route => route.fulfill({ body: photo, contentType: 'image/jpeg' }));
  await openSignedIn(page, user, picPath(generate_id));
  await button(page, text('pic.compare')).click();
  const save = button(page, text('compare.save'));
  await expect(save).toBeVisible();
  await expectAccessible(page);

  const slider = page.getByRole('slider');
  const frame = page.locator('div:has(> input[type=range])');
  await slider.fill('100');
  const before = await frame.screenshot({ path: 'test-results/screens/before-aligned.png' });
  await slider.fill('0');
  await expectSameEyes(before, await frame.screenshot({ path: 'test-results/screens/after-aligned.png' }));
  await slider.fill('50');
  await page.screenshot({ path: 'test-results/screens/before-after-aligned.png' });

  const downloads: string[] = [];
  page.on('download', download => downloads.push(download.suggestedFilename()));
  const download = page.waitForEvent('download');
  await save.dblclick();
  const file = await readFile(await (await download).path());
  await expect(page.getByText(text('pic.saved'))).toBeVisible();
  expect(downloads).toEqual([expect.stringMatching(/^tyy-portraits-.*\.jpg$/)]);

  const made = await sharp(await (await page.request.get(pic!.pic_url)).body()).metadata();
  const { format, width, xmp, exif } = await sharp(file).metadata();
  expect({ format, xmp, exif }).toEqual({ format: 'jpeg', xmp: made.xmp, exif: undefined });
  expect(xmp?.toString()).toContain('"Label":"1"');
  const margin = Math.round(0.04 * made.width);
  expect(width).toBe(2 * made.width + 3 * margin);
  const half = (left: number) =>
    sharp(file).extract({ left, top: margin, width: made.width, height: made.height }).png().toBuffer();
  await expectSameEyes(await half(margin), await half(2 * margin + made.width));
});

test('the comparison reports an erased photo, and shows a photo without CORS but does not offer to save it', {
  tag: '@long',
}, async ({ page, user }) => {
  await page.route('**/photos/**', route => route.fulfill({ status: 404 }));
  const { generate_id } = await aFinishedJob(user);
  await openSignedIn(page, user, picPath(generate_id));
  await button(page, text('pic.compare')).click();
  await expect(page.getByText(text('pic.photo-erased'))).toBeVisible();
  const save = button(page, text('compare.save'));
  await expect(save).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.route('**/photos/**', route =>
    route.request().resourceType() === 'image' ? route.continue() : route.abort(),
  );
  await button(page, text('pic.compare')).click();
  const photo = page.getByAltText(text('pic.before'));
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(save).toHaveCount(0);
  await expectAccessible(page);
});
