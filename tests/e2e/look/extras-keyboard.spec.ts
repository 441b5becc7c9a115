import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { buy } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expectFocus, pressByKey, tabTo } from '../support/keyboard.ts';
import { test } from '../support/own-backend.ts';
import { expect, openSignedIn } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ settings: { GENERATE_COST: '60' } });

test('the wizard can be used with only the keyboard', { tag: '@long' }, async ({ page, user }) => {
  await openSignedIn(page, user, '/make-pic');
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

test('finished pictures can be used with only the keyboard', {
  tag: '@long',
}, async ({ page, user }) => {
  await buy(user, 1);
  const job = await aFinishedJob(user);
  await openSignedIn(page, user, picPath(job.generate_id));
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

  await choose(text('pic.share.link'));
  const ask = page.getByRole('dialog', { name: text('share-card.ask') });
  await pressByKey(page, ask.getByRole('button', { name: text('pic.share.link') }));
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
