import type { Page } from '@playwright/test';
import { expect, nameYourself, test } from './support/story.ts';
import { addFrontPhoto, chooseTemplate, make } from './support/wizard.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');

/** From a guest to a user whose pictures are being made. */
async function orderPics(page: Page, person: string): Promise<void> {
  await page.goto('/tyy/make-pic');
  await nameYourself(page, person);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await make(page, text);
  await expect(page.getByText(text('making.leave'))).toBeVisible();
}

test('a phone whose storage is full makes pictures all the same', async ({ page, person, baseURL }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await orderPics(page, person);
});

test('a browser that refuses IndexedDB and caches makes pictures all the same', async ({ page, person }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    CacheStorage.prototype.open = refuse;
    CacheStorage.prototype.keys = refuse;
  });
  await orderPics(page, person);
});
