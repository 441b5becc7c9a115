import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { untilKept } from '../support/kept-text.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ agrees: false });

test.beforeEach(async ({ page, context, user }) => {
  await signInPages(context, user);
  await user.post('withdrawConsent', {});
  await page.goto('/tyy/make-pic?step=front');
});

/** Ends the page once it has kept what is to be seen of a photo, and looks for that in a later one. */
async function expectSeenLater(page: Page, words: 'coach.waiting' | 'make-pic.not-uploaded'): Promise<void> {
  await untilKept(page, 'tyy.wizard', '"preview":"data:');
  await page.close();

  const later = await page.context().newPage();
  await later.goto('/tyy/make-pic?step=front');
  await expect(later.getByText(text(words), { exact: true })).toBeVisible();
  const front = later.getByRole('img', { name: text('make-pic.front-photo') });
  const width = () => front.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
}

test('a photo that waits for consent is still seen at the next visit', async ({ page }) => {
  await pickAt(page, text('make-pic.front-add'), portrait);
  const sheet = page.getByRole('dialog', { name: text('consent.title') });
  await sheet.getByRole('button', { name: text('consent.not-now') }).click();
  await expect(sheet).toHaveCount(0);
  await expectSeenLater(page, 'coach.waiting');
});

test('so is one of which nobody could find out whether it may leave', async ({ page, context }) => {
  await context.route('**/v1/getOperator', route => route.abort());
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.upload-failed')).first()).toBeVisible();
  await expectSeenLater(page, 'make-pic.not-uploaded');
});
