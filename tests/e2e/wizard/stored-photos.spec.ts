import { uploadPhoto } from '../../support/a-job.ts';
import { expectBareFile, photoWithPlace } from '../support/photo-with-place.ts';
import { expect, expectAccessible, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('a photo is erased by the keyboard alone, with a receipt that stays in another language', async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await uploadPhoto(user);
  await signInPages(page, user);
  await page.goto('/tyy/setting');
  const erase = page.getByRole('button', { name: text('photos.erase-one', { number: 1 }) });
  await erase.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/screens/stored-photos.png' });

  await erase.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('photos.erase'), exact: true })
    .press('Enter');
  const receipt = page.getByRole('status').filter({ hasText: text('photos.receipt') });
  await expect(receipt).toBeFocused();
  await expect(page.getByText(text('photos.none'))).toBeVisible();
  expect((await user.get('getPhotos')).data.list).toEqual([]);

  await page.getByRole('radio', { name: '中文' }).check({ force: true });
  await expect(page.getByText(wordsOf('zh')('photos.receipt'))).toBeVisible();
  await page.getByText(wordsOf('zh')('photos.receipt')).scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/screens/erasure-receipt.png' });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('a photo of the right size is stored without where and when it was taken, or by which phone', async ({
  page,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), await photoWithPlace());
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  await expectBareFile(user, { width: 900, height: 1200 });
});
