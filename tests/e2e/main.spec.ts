import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { findFaces } from '../../server/generator/vision/find-subjects.ts';
import { languages } from '../../src/i18n/languages.ts';
import { watchLayoutShifts } from './support/layout-shifts.ts';
import { expect, inShortForm, nameYourself, test } from './support/story.ts';
import { addFrontPhoto, chooseTemplate } from './support/wizard.ts';
import { wordsOf } from './support/words.ts';

// This story has animations, which most stories switch off.
test.use({ contextOptions: { reducedMotion: 'no-preference' }, serviceWorkers: 'allow' });

for (const { code: language } of languages) {
  const text = wordsOf(language);

  test(
    `a guest signs in and gets a picture of their own face, in ${language}`,
    inShortForm(language === 'zh'),
    async ({ page, userName }) => {
      await page.addInitScript(chosen => localStorage.setItem('tyy.language', chosen), language);
      const shifts = await watchLayoutShifts(page);
      await page.goto('/tyy/');
      await expect(page).toHaveTitle(new RegExp(text('home.title')));
      await page.getByRole('link', { name: text('home.make') }).click();

      // Only Chinese asks for consent to the legal texts by a box.
      if (language === 'zh') {
        await page.getByRole('checkbox').check();
        await page.getByRole('button', { name: text('sign-in.button') }).click();
      }
      await nameYourself(page, userName);
      await expect(page).toHaveURL(/\/make-pic/);
      await addFrontPhoto(page, text);
      // Choose a drawn template: from this 512 px photo a photographic one makes pictures only 403 px wide.
      await chooseTemplate(page, 17);
      await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
      const question = page.getByRole('dialog');
      await expect(question).toContainText(text('make-pic.pics', { count: 2 }));
      await expect(question).toContainText(text('gold-coins', { count: 20 }));
      await expect(question).toContainText(text('make-pic.remaining', { coins: 30 }));
      await expect(question.locator('img')).toBeVisible();
      await question.getByRole('button', { name: text('make-pic.make') }).click();

      await expect(page).toHaveURL(/\/making\?train_id=.+&generate_id=/);
      await expect(page.getByText(text('making.leave'))).toBeVisible();
      await expect(page).toHaveURL(/\/pic\?generate_id=/, { timeout: 90_000 });

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: text('pic.save') }).click();
      const file = await readFile(await (await download).path());
      await expect(page.getByText(text('pic.saved'))).toBeVisible();

      const { format, width, height } = await sharp(file).metadata();
      expect(['jpeg', 'png']).toContain(format);
      expect(width).toBeGreaterThanOrEqual(768);
      expect(height).toBeGreaterThanOrEqual(1024);
      expect(await findFaces(file)).toBe(1);
      expect(shifts.score, shifts.places.join('\n')).toBeLessThanOrEqual(0.01);
    },
  );
}
