import type { Page } from '@playwright/test';
import { languages } from '../../../src/i18n/languages.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, openSignedIn } from '../support/story.ts';
import { chooseTemplate, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

test.use({ agrees: false, viewport: { width: 390, height: 844 } });

/** The maximum number of words from Home to the picture; of characters if the language has no blanks. */
const most = { en: 335, zh: 510 };

/** The texts in the first screen: of the open dialog, else of the page. */
function readVisible(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('[role=dialog]') ?? document.body;
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as HTMLElement;
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const isIn = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      const said = node.textContent?.trim();
      if (said && isSeen && isIn && width > 1 && height > 1) texts.push(said);
    }
    return texts;
  });
}

for (const { code } of languages)
  test(`from Home to the picture, the words of ${code} are few`, async ({ page, user, pausePics }) => {
    const text = wordsOf(code);
    const counts: Record<string, number> = {};
    const count = async (name: string) => {
      const said = (await readVisible(page)).join('\n');
      const units = code === 'zh' ? /[\p{L}\p{N}]/gu : /[\p{L}\p{N}][^\s]*/gu;
      counts[name] = said.match(units)?.length ?? 0;
    };
    await user.post('withdrawConsent', {});
    await openSignedIn(page, user, `/?lang=${code}`);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await expect(page.getByRole('heading', { name: text('home.title') })).toBeVisible();
    await count('Home');
    await page
      .getByRole('link', { name: text('home.make') })
      .or(button(text('home.make')))
      .click();
    await expect(page.getByRole('radio').nth(5)).toBeVisible();
    await count('templates');
    await button(new RegExp(`^${text('make-pic.add-photos')}`)).click();
    await expect(page.getByText(text('make-pic.example-clear'))).toBeVisible();
    await count('front photo');
    await pickAt(page, text('make-pic.front-add'), portrait);
    const agree = page.getByRole('dialog').getByRole('button', { name: text('consent.agree') });
    await expect(agree).toBeVisible();
    await count('consent');
    await agree.click();
    await expect(button(text('make-pic.see-myself'))).toBeEnabled();
    await count('front photo, good');
    await button(text('make-pic.see-myself')).click();
    await chooseTemplate(page, 0);
    await expect(button(new RegExp(`^${text('make-pic.use')}`))).toBeEnabled();
    await count('templates with me');
    await button(new RegExp(`^${text('make-pic.use')}`)).click();
    const make = page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') });
    await expect(make).toBeVisible();
    await count('price');
    const letGo = pausePics();
    await make.click();
    await page.waitForURL('**/making?**');
    await expect(page.getByText(text('making.leave'))).toBeVisible();
    await count('making');
    letGo();
    await page.waitForURL('**/pic?**');
    await expect(button(text('pic.save'))).toBeVisible();
    await count('picture');
    const sum = Object.values(counts).reduce((one, other) => one + other);
    expect(sum, JSON.stringify(counts)).toBeLessThanOrEqual(most[code]);
  });
