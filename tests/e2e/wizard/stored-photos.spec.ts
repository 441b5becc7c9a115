import type { Page } from '@playwright/test';
import { uploadPhoto } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import { expectBareFile, photoWithPlace } from '../support/photo-with-place.ts';
import { expect, expectAccessible, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

async function openSettings(page: Page, user: ApiUser): Promise<void> {
  await uploadPhoto(user);
  await signInPages(page, user);
  await page.goto('/tyy/setting');
  await expect(page.getByRole('heading', { name: text('photos.title') })).toBeVisible();
}

test('a photo is erased by the keyboard alone, with a receipt that stays in another language', async ({
  page,
  user,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openSettings(page, user);
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

test('what support needs is copied by one tap, with the failures since the page was opened', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/v1/getPhotos', route => route.abort());
  await openSettings(page, user);
  const copy = page.getByRole('button', { name: text('support.copy') });
  await pressByKey(page, copy);

  await expect(page.getByText(text('support.nothing-personal'))).toBeVisible();
  await expect(copy).toBeFocused();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('getPhotos: NetworkError');
  await page.screenshot({ path: 'test-results/screens/support-details.png', fullPage: true });
  await expectAccessible(page);
});

test('an earlier photo is given again by one tap, and nothing is uploaded', { tag: '@long' }, async ({
  page,
  user,
}) => {
  const uploads: string[] = [];
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()));
  await uploadPhoto(user);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front');
  const again = page.getByRole('button', { name: text('photos.give-again', { day: '' }).trim() });
  await again.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/screens/earlier-photos.png' });
  await expectAccessible(page);
  await again.press('Enter');

  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  await expect(again).toHaveCount(0);
  await expectFocus(page);
  expect(uploads).toEqual([]);
});
