import { portrait } from '../../support/portrait.ts';
import { untilKept } from '../support/kept-text.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ agrees: false });

test('a photo waiting for consent is in the draft on the next visit', async ({ page, context, user }) => {
  await signInPages(context, user);
  await user.post('withdrawConsent', {});
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  const sheet = page.getByRole('dialog', { name: text('consent.title') });
  await sheet.getByRole('button', { name: text('consent.not-now') }).click();
  await expect(sheet).toHaveCount(0);
  await untilKept(page, 'tyy.wizard', '"preview":"data:');
  await page.close();

  const later = await page.context().newPage();
  await later.goto('/tyy/make-pic?step=front');
  await expect(later.getByText(text('coach.waiting'), { exact: true })).toBeVisible();
  const front = later.getByRole('img', { name: text('make-pic.front-photo') });
  const width = () => front.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});
