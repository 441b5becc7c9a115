import { picPath } from '../../../src/paths.ts';
import { aFinishedJob, uploadPhoto } from '../../support/api/a-job.ts';
import { buy } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expectFocus, pressByKey, tabTo } from '../support/keyboard.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { GENERATE_COST: '60' } });

test('from the missing coins to the own face in a template with keys alone', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const sheet = page.getByRole('dialog');

  const short = button(text('make-pic.missing-coins', { count: 10 }));
  await pressByKey(page, short);
  await expect(sheet).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(short).toBeFocused();

  await pressByKey(page, page.getByRole('button', { name: text('make-pic.add-photos') }));
  await expect(heading).toBeFocused();
  const picker = page.waitForEvent('filechooser');
  await pressByKey(page, button(text('make-pic.front-add')));
  await (await picker).setFiles(portrait);
  await expect(button(text('make-pic.continue'))).toBeEnabled();
  await expectFocus(page);
  await pressByKey(page, button(text('make-pic.continue')));
  await expect(heading).toBeFocused();
  await pressByKey(page, button(text('make-pic.skip')));
  await expect(heading).toBeFocused();

  const own = page.locator('[data-template] img[src*="/pictures/previews/"]:visible');
  const shown = page.getByRole('switch', { name: text('make-pic.see-yourself') });
  await expect(own.first()).toBeVisible();
  await pressByKey(page, shown, 'Space');
  await expect(own).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(own.first()).toBeVisible();
  await expect(shown).toBeFocused();

  await pressByKey(page, page.getByRole('radio').first(), 'Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await expect(page.getByRole('radio').nth(1)).toBeFocused();
  const use = page.getByRole('button', { name: text('make-pic.use') });
  await pressByKey(page, use);
  await expect(sheet).toContainText(text('make-pic.short', { count: 10 }));
  await pressByKey(page, sheet.getByRole('button', { name: text('cancel') }));
  await expect(use).toBeFocused();
});

test('finished pictures are compared, enlarged, saved, published and rejected with keys alone', {
  tag: '@long',
}, async ({ page, user }) => {
  await buy(user, 1);
  const job = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto(`/tyy${picPath(job.generate_id)}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const sheet = page.getByRole('dialog');

  await pressByKey(page, button(text('pic.open', { number: 1 })));
  const zoom = button(text('pic.zoom'));
  await expect(zoom).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(zoom).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(button(text('pic.open', { number: 1 }))).toBeFocused();

  await pressByKey(page, button(text('pic.favourite')));
  await expect(button(text('pic.favourite'))).toHaveAttribute('aria-pressed', 'true');
  const more = button(text('pic.more'));
  const choose = async (choice: string) => {
    await pressByKey(page, more);
    await pressByKey(page, sheet.getByRole('button', { name: choice, exact: true }));
  };
  const download = page.waitForEvent('download');
  await choose(text('save-all.offer', { total: 4 }));
  await download;
  await expect(more).toBeFocused();

  await pressByKey(page, button(text('pic.compare')));
  const slider = page.getByRole('slider');
  await tabTo(page, slider);
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await page.keyboard.press('Escape');
  await expect(button(text('pic.compare'))).toBeFocused();

  await choose(text('share-card.make'));
  const ask = page.getByRole('dialog', { name: text('share-card.ask') });
  await pressByKey(page, ask.getByRole('button', { name: text('share-card.make') }));
  await expect(page.getByText(text('share-card.public'))).toBeVisible();
  await expectFocus(page);
  await pressByKey(page, button(text('share-card.take-back')));
  await expect(button(text('share-card.take-back'))).toHaveCount(0);
  await expectFocus(page);

  await choose(text('delete'));
  await expect(page.getByRole('dialog', { name: text('pic.delete.question') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await choose(text('reject.redo'));
  await pressByKey(page, sheet.getByRole('button', { name: text('reject.other') }));
  await page.waitForURL(
    address => address.pathname.endsWith('/pic') && !address.search.includes(job.generate_id),
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

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
