import sharp from 'sharp';
import { launch } from '../../../scripts/bench/start-app.mjs';
import { makingPath, picPath } from '../../../src/paths.ts';
import { portrait } from '../../support/portrait.ts';
import { pseudo } from '../support/pseudo-language.ts';
import { open, signInWithJobs, test, text } from '../support/pseudo-page.ts';
import { expect, giveCoachTime, signInPages } from '../support/story.ts';

// The headless shell shows no notifications.
test.use({ launchOptions: launch });

test('what the guided selfie says is in the language of its files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await page.addInitScript(() => {
    let isAllowed = true;
    navigator.mediaDevices.getUserMedia = async () => {
      if (!isAllowed) throw new DOMException('', 'NotAllowedError');
      isAllowed = false;
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')!.fillRect(0, 0, 1, 1);
      return canvas.captureStream(15);
    };
  });
  await signInPages(page, user);
  await open(page, '/make-pic?step=front');
  const selfie = page.getByRole('button', { name: text('make-pic.selfie') });
  await selfie.click();
  await expect(page.getByText(text('selfie.unseen'))).toBeVisible();
  await look('selfie');
  await page.goBack();
  await selfie.click();
  await expect(page.getByText(text('selfie.refused'))).toBeVisible();
  await look('selfie-refused');
});

test.describe('with the coach', () => {
  test.use({ coach: true });

  test('what the coach advises is in the language of its files', { tag: '@long' }, async ({
    page,
    user,
    look,
  }) => {
    await giveCoachTime(page);
    await signInPages(page, user);
    await open(page, '/make-pic?step=front');
    const picker = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
    const buffer = await sharp(portrait).linear(0.2, 0).jpeg().toBuffer();
    await (await picker).setFiles({ name: '1.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(text('coach.dark.do'))).toBeVisible();
    await look('coach');
  });
});

test('the notice of finished pictures and saving them all are in the language of their files', {
  tag: '@long',
}, async ({ page, context, user, look }) => {
  await context.grantPermissions(['notifications']);
  await signInWithJobs(page, user);
  await open(page, makingPath('t1', 'running'));
  const offer = page.getByRole('button', { name: text('notify.offer') });
  await expect(offer).toBeVisible();
  await look('notify-offer');
  await offer.click();
  await expect(page.getByText(text('notify.on'))).toBeVisible();
  await look('notify-on');

  await open(page, picPath('done'));
  // The number of pictures comes after these words.
  const start = (words: string) => pseudo(words).split(' ·')[0] ?? '';
  await page.getByRole('button', { name: pseudo('More') }).click();
  await page.getByRole('button', { name: start('Save all') }).click();
  await expect(page.getByText(start('All'))).toBeVisible();
  await look('save-all');
});
