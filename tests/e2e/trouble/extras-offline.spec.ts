import { picPath } from '../../../src/paths.ts';
import { aFinishedJob, uploadPhoto } from '../../support/a-job.ts';
import { buy } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { changeWait } from '../support/change-wait.ts';
import { test } from '../support/own-backend.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, sheetsClosed, signInPages } from '../support/story.ts';
import { chooseMore, chooseMoreAndConfirm, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { GENERATE_COST: '60' } });

test('the wizard that was opened without a network has price, photos and previews once it is back', {
  tag: '@long',
}, async ({ page, context, user }) => {
  // Previews wait three seconds after each failure.
  await changeWait(page, 3000, 30);
  await uploadPhoto(user);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  await untilOfflineReady(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.offline'))).toBeVisible();
  const earlier = page.getByRole('heading', { name: text('photos.earlier') });
  await expect(earlier).toHaveCount(0);

  await context.setOffline(false);
  await expect(earlier).toBeVisible();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  const short = page.getByRole('button', { name: text('make-pic.missing-coins', { count: 10 }) });
  await expect(short).toBeVisible();
  const own = page.locator('[data-template] img[src*="/pictures/previews/"]');
  await expect(own.nth(2)).toBeVisible();

  await context.setOffline(true);
  await page.evaluate(() => window.scrollTo(0, 900));
  const below = page.locator('[data-index="15"]');
  await below.scrollIntoViewIfNeeded();
  await expect(page.getByText(text('make-pic.see-yourself.offline'))).toBeVisible();
  await short.click();
  await expect(page.getByRole('dialog')).toContainText(text('make-pic.short-hint'));
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(below.locator('img')).toHaveAttribute('src', /\/pictures\/previews\//);
});

test('without a network finished pictures say what waits for it, and all of it comes by itself', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await buy(user, 1);
  const { generate_id } = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto(`/tyy${picPath(generate_id)}`);
  await untilOfflineReady(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(page.getByRole('button', { name: text('pic.compare') })).toBeVisible();
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await button(text('pic.compare')).click();
  await expect(page.getByText(text('pic.compare-offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByAltText(text('pic.before'))).toHaveJSProperty('complete', true);
  await expect(page.getByText(text('pic.compare-offline'))).toHaveCount(0);
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  const reason = page.getByText(text('offline'), { exact: true });
  await chooseMoreAndConfirm(page, text, 'reject.redo', text('reject.other'));
  await expect(reason).toBeVisible();
  await expect(page.getByRole('button', { name: text('pic.compare') })).toBeVisible();
  await expect(reason).toHaveCount(0);
  await chooseMoreAndConfirm(page, text, 'share-card.make', text('share-card.make'));
  await expect(reason).toBeVisible();
  await chooseMore(page, text, text('save-all.offer', { total: 4 }));
  const question = page.getByRole('dialog');
  await expect(question).toContainText(text('error.offline'));
  await context.setOffline(false);
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: text('retry') }).click();
  await download;

  await sheetsClosed(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(text('offline.mark'))).toBeVisible();
  await expect(button(text('pic.favourite'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: text('pic.compare') })).toBeVisible();
  await button(text('pic.more')).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: text('delete') })).toBeVisible();
});

test('Settings without a network copy what support needs, and list the photos once it is back', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await uploadPhoto(user);
  await signInPages(page, user);
  await page.goto('/tyy/setting');
  await untilOfflineReady(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(text('offline.mark'))).toBeVisible();
  // What failed is copied as far as it has failed: on a busy machine the photos are asked for after the first press.
  await expect(async () => {
    await page.getByRole('button', { name: text('support.copy') }).click();
    await expect(page.getByText(text('support.nothing-personal'))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('getPhotos: NetworkError');
  }).toPass();

  await context.setOffline(false);
  const erase = page.getByRole('button', { name: text('photos.erase-one', { number: 1 }) });
  await expect(erase).toBeVisible();
  await context.setOffline(true);
  await erase.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('photos.erase'), exact: true })
    .click();
  await expect(page.getByText(text('offline'), { exact: true })).toBeVisible();
  await expect(erase).toBeVisible();
});
