import { mergeTests, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Job } from '../../../server/contract/jobs.ts';
import { picPath } from '../../../src/paths.ts';
import { quickSize } from '../../server/support/quick-generator.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { type ApiUser, dataOf } from '../../support/api.ts';
import { userAgents } from '../../support/weixin-double.ts';
import { hold } from '../support/hold.ts';
import { test as inShell } from '../support/in-shell.ts';
import { openInWeixin } from '../support/in-weixin.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A picture's whole file, not one of its smaller versions. */
const wholePics = /\/pictures\/(?!.*[?&]w=)/;

/** Opens the pictures of a job, and before and after of the first. */
async function openComparison(page: Page, user: ApiUser): Promise<Job> {
  const job = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto(`/tyy${picPath(job.generate_id)}`);
  await button(page, text('pic.compare')).click();
  return job;
}

/** The picture that a `data:` address holds. */
async function pictureIn(address: string) {
  const [type, base64 = ''] = address.split(',');
  expect(type).toBe('data:image/jpeg;base64');
  return sharp(Buffer.from(base64, 'base64')).metadata();
}

test('a pic that another tab deletes while it is drawn is not saved, and the view closes', async ({
  page,
  user,
}) => {
  const { train_id, generate_id } = await openComparison(page, user);
  await expect(button(page, text('compare.save'))).toBeVisible();
  const pictures = await hold(page, wholePics);
  page.on('download', () => {
    throw new Error('Something was saved.');
  });
  await button(page, text('compare.save')).click();
  await pictures.came(1);
  const [pic] = (await dataOf(user.get('getUserPicsByGenerateId', { generate_id }))).list;
  await user.post('deleteTrainAndGenerate', { train_id, generate_id, pic_id: pic!.id });
  await pictures.release();
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByText(text('pic.place', { number: 1, total: 3 })).first()).toBeVisible();
});

test('without a network, and where the store keeps its bytes, it says so, and nothing is left waiting', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await openComparison(page, user);
  const save = button(page, text('compare.save'));
  await expect(save).toBeVisible();
  await context.setOffline(true);
  await save.click();
  await expect(page.getByRole('dialog').getByText(text('offline'))).toBeVisible();
  await context.setOffline(false);
  const download = page.waitForEvent('download');
  await save.click();
  await download;
  await page.keyboard.press('Escape');

  // A store without CORS shows its pictures, and no more.
  await page.route('**/photos/**', route =>
    route.request().resourceType() === 'image' ? route.continue() : route.abort(),
  );
  await button(page, text('pic.compare')).click();
  const photo = page.getByAltText(text('pic.before'));
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(save).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.route('**/photos/**', route => route.fulfill({ status: 404 }));
  await button(page, text('pic.compare')).click();
  await expect(page.getByText(text('pic.photo-erased'))).toBeVisible();
  await expect(save).toHaveCount(0);
});

test('a browser with a share sheet sends the file, by another press where it came too late for the first', {
  tag: '@long',
}, async ({ page, user }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(() => {
    const sent: { title: string; type: string }[] = [];
    let isLate = true;
    Object.assign(navigator, {
      sent,
      canShare: () => true,
      async share({ title = '', files = [] }: ShareData) {
        if (isLate) {
          isLate = false;
          throw new DOMException('late', 'NotAllowedError');
        }
        sent.push({ title, type: files[0]?.type ?? '' });
      },
    });
  });
  await openComparison(page, user);
  const send = button(page, text('compare.send'));
  await expect(send).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: 'test-results/screens/before-after-send.png' });
  await expectAccessible(page);
  await send.click();
  await expect(page.getByRole('dialog').getByText(text('pic.share.ready'))).toBeVisible();
  await send.click();
  await expect(page.getByText(text('pic.share.ready'))).toHaveCount(0);
  const sent = await page.evaluate(() => (navigator as unknown as { sent: unknown[] }).sent);
  expect(sent).toEqual([{ title: text('app.name'), type: 'image/jpeg' }]);
});

mergeTests(test, inShell)(
  'the native app gets the bytes, and says why it does not take them',
  { tag: '@long' },
  async ({ page, shell, user }) => {
    await openComparison(page, user);
    shell.refuseNext('savePicture', { code: 9, message: 'Only addresses, please' });
    await button(page, text('compare.save')).click();
    await expect(page.getByRole('dialog').getByText('Only addresses, please')).toBeVisible();
    await button(page, text('compare.save')).click();
    await expect(page.getByText(text('pic.saved'))).toBeVisible();
    const [, saved] = shell.callsOf('savePicture');
    const { width, xmp } = await pictureIn(saved!.params.url);
    expect(width).toBeGreaterThan(2 * quickSize.width);
    expect(xmp?.toString()).toContain('TC260:AIGC');

    await button(page, text('compare.send')).click();
    await expect.poll(() => shell.callsOf('share').length).toBe(1);
    const [card] = shell.callsOf('share');
    expect(card!.params.url).toBe('');
    expect((await pictureIn(card!.params.image)).width).toBe(width);
  },
);

test.describe('WeChat', () => {
  test.use({ userAgent: userAgents.android });

  test('gives the picture to a long press', { tag: '@long' }, async ({ page, user }) => {
    const { generate_id } = await aFinishedJob(user);
    await openInWeixin(page, picPath(generate_id), { sees: 'current' }, user.token);
    await button(page, text('pic.compare')).click();
    await button(page, text('compare.by-hand')).click();
    await expect(page.getByText(text('pic.share.long-press'))).toBeVisible();
    const address = await page.getByAltText(text('pic.compare')).getAttribute('src');
    expect((await pictureIn(address ?? '')).format).toBe('jpeg');
    await page.screenshot({ path: 'test-results/screens/before-after-wechat.png' });
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByText(text('pic.share.long-press'))).toHaveCount(0);
    await expect(page.getByRole('slider')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('slider')).toHaveCount(0);
  });
});
