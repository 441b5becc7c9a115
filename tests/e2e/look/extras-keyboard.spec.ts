import { portrait } from '../../support/portrait.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import { test } from '../support/own-backend.ts';
import { expect, openSignedIn } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ settings: { GENERATE_COST: '60' } });

test('a user can complete the wizard with only the keyboard', { tag: '@long' }, async ({ page, user }) => {
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
