import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiUser } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

const text = wordsOf('en');

/** Opens Home as a user who signed in earlier. */
async function openSignedIn(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  await page.goto('/tyy/');
}

/** Sends photos as the phone does it: what the manifest asks for, as a form would. */
async function share(page: Page, photos: string[]): Promise<void> {
  const { share_target } = await (await page.request.get('/tyy/manifest.webmanifest')).json();
  await page.evaluate(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { action, method, enctype });
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.name = params.files[0].name;
    form.append(input);
    document.body.append(form);
  }, share_target);
  await page.locator('form input[type=file]').setInputFiles(photos);
  await page.evaluate(() => document.querySelector('form')?.submit());
}

test('photos that another app shares with the installed one become the draft', async ({ page, user }) => {
  await openSignedIn(page, user);
  await untilOfflineReady(page);
  const mirrored = test.info().outputPath('自拍.png');
  await sharp(portrait).flop().toFile(mirrored);
  await share(page, [portrait, mirrored]);

  await expect(page).toHaveURL(/\/make-pic\?step=supplementary$/);
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
});

/** Shares two photos with a page that ends before it could save them; the next one has them. */
async function endBeforeSaved(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!location.search.startsWith('?shared=')) return;
    // Photos are written for as long as the page lives.
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (!value?.bytes) return put.call(this, value, key);
      Object.defineProperty(this.transaction, 'oncomplete', { set: () => undefined });
      return {} as IDBRequest<IDBValidKey>;
    };
    Object.assign(window, { setInterval: () => 0 });
  });
  const mirrored = test.info().outputPath('mirrored.png');
  await sharp(portrait).flop().toFile(mirrored);
  await share(page, [portrait, mirrored]);
  await page.waitForURL(/step=front$/);
  await expect(page.getByRole('img', { name: text('make-pic.front-photo') })).toBeAttached();

  await page.goto('/tyy/make-pic?step=supplementary');
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(1);
  await expect(page.getByText(text('make-pic.photo-lost'))).toHaveCount(0);
}

test('shared photos that a page could not save before it ended are there the next time', {
  tag: '@long',
}, async ({ page, user }) => {
  await openSignedIn(page, user);
  await untilOfflineReady(page);
  await endBeforeSaved(page);
  expect(await page.evaluate(() => caches.has('tyy-shared'))).toBe(false);
});

test.describe('where no service worker is', () => {
  test.use({ serviceWorkers: 'block' });

  test('the server keeps shared photos until the wizard takes them', { tag: '@long' }, async ({
    page,
    user,
  }) => {
    await openSignedIn(page, user);
    await share(page, [portrait]);

    const front = page.getByRole('button', { name: text('make-pic.continue') });
    await expect(front).toBeEnabled({ timeout: 30_000 });
    expect(new URL(page.url()).pathname).toBe('/tyy/make-pic');
  });

  test('the server keeps them for the next page where the first ended before they were saved', {
    tag: '@long',
  }, async ({ page, user }) => {
    await openSignedIn(page, user);
    const removed = page.waitForResponse(
      response => response.request().method() === 'DELETE' && response.url().includes('/shared/'),
    );
    await endBeforeSaved(page);
    expect((await removed).status()).toBe(204);
  });
});
