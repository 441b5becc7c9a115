import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { changedPortrait } from '../support/travel-photos.ts';
import { pickAt } from '../support/wizard.ts';
import { text, wordsOf } from '../support/words.ts';

const chinese = wordsOf('zh');

/** True if the app notices translations; its code for that loads when the browser is idle. */
async function followsTranslations(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const probe = document.body.appendChild(document.createElement('p'));
    const word = probe.appendChild(new Text('probe'));
    await Promise.resolve();
    probe.replaceChild(document.createElement('font'), word);
    await Promise.resolve();
    probe.remove();
    return word.parentNode === probe;
  });
}

/** Translates the page like Chrome: replaces each text node by `font` elements with other text. */
async function translate(page: Page): Promise<void> {
  await expect.poll(() => followsTranslations(page)).toBe(true);
  await page.evaluate(() => {
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const node of texts) {
      if (!/\S/.test(node.textContent ?? '') || node.parentElement?.closest('font, script, style')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${node.textContent}»`;
      outer.append(inner);
      node.parentNode?.replaceChild(outer, node);
    }
    document.documentElement.classList.add('translated-ltr');
  });
}

const words = (page: Page) => page.locator('main').textContent();

test('a page translated by the browser still updates its texts and prices', async ({ page, user }) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front', { waitUntil: 'networkidle' });
  await pickAt(page, text('make-pic.front-add'), portrait);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await expect(page.getByText(text('make-pic.count', { done: 1, total: 5 }))).toBeVisible();
  await translate(page);
  const mirrored = await changedPortrait('mirrored.jpg', photo => photo.flop());
  await pickAt(page, `«${text('make-pic.add-more')}»`, mirrored);
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }), { exact: true })).toBeVisible();
  expect(await words(page)).not.toContain(text('make-pic.count', { done: 1, total: 5 }));

  await page.goto('/tyy/recharge', { waitUntil: 'networkidle' });
  const pay = page.locator('[data-bottom-bar] button');
  await translate(page);
  await expect(pay).toHaveText(/^«Pay /);
  const card = page.locator('label').nth(1);
  await card.getByRole('radio').check({ force: true });
  const [price] = (await card.textContent())?.match(/[\d.]+(?= yuan)/) ?? [];
  await expect(pay).toHaveText(text('recharge.pay', { price: text('yuan', { amount: `${price}` }) }));

  let fail = () => {};
  const failure = new Promise<void>(resolve => (fail = resolve));
  await page.route('**/v1/getPhotos*', route => failure.then(() => route.abort()));
  await page.goto('/tyy/setting');
  await expect(page.getByText(text('setting.language'))).toBeVisible();
  const photos = page.getByRole('region', { name: text('photos.title') });
  await expect(photos.getByText(text('loading'))).toBeVisible();
  await translate(page);
  await expect(photos.getByText(`«${text('loading')}»`)).toBeVisible();
  fail();
  await expect(photos.getByRole('button', { name: text('retry') })).toBeVisible();
  await expect(photos.getByText(text('loading'))).toHaveCount(0);

  await page.getByText('«中文»').click();
  await expect(page.getByText(chinese('setting.language'), { exact: true })).toBeVisible();
  expect(await words(page)).not.toContain(text('setting.language'));
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/);
});
