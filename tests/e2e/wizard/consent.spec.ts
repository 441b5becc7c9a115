import { portrait } from '../../support/portrait.ts';
import { untilKept } from '../support/kept-text.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ agrees: false });

test('two tabs ask for consent each before a photo leaves, agree once, and ask again once it was taken back', async ({
  page,
  context,
  user,
}) => {
  await signInPages(page, user);
  await user.post('withdrawConsent', {});
  const other = await context.newPage();
  await signInPages(other, user);
  const noted = async () => (await user.get('getUserInfo')).data.consent_version !== '';
  const sheetOf = (tab: typeof page) => tab.getByRole('dialog', { name: text('consent.title') });
  const isUploaded = (tab: typeof page) => tab.locator('main div[data-status=ready]').first();
  for (const tab of [page, other]) await tab.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(sheetOf(page)).toBeVisible();
  // The upload has not been tried yet.
  await expect(page.getByText(text('make-pic.not-uploaded'), { exact: true })).toBeHidden();
  expect(await noted()).toBe(false);

  await sheetOf(page)
    .getByRole('button', { name: text('consent.agree') })
    .click();
  await expect(isUploaded(page)).toBeVisible();
  expect(await noted()).toBe(true);
  // Consent in one tab counts in the other.
  await other.reload();
  await pickAt(other, text('make-pic.front-replace'), portrait);
  await expect(isUploaded(other)).toBeVisible();
  await expect(sheetOf(other)).toHaveCount(0);

  await other.goto('/tyy/setting');
  await other.getByRole('button', { name: text('consent.take-back') }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: text('consent.take-back') })
    .click();
  await expect.poll(noted).toBe(false);
  // The photos are gone in both tabs, and the open one asks for consent again.
  await pickAt(page, text('make-pic.front-add'), portrait);
  await sheetOf(page)
    .getByRole('button', { name: text('consent.not-now') })
    .click();
  expect(await noted()).toBe(false);
  expect((await user.get('getPhotos')).data.list).toEqual([]);
});

test('a photo that waits for consent is still seen at the next visit', async ({ page, context, user }) => {
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
