import type { Page } from '@playwright/test';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, nameYourself } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.beforeEach(({ holdPics }) => {
  holdPics();
});

/** From a guest to a user whose pictures are being made. */
async function orderPics(page: Page, userName: string): Promise<void> {
  await page.goto('/tyy/make-pic');
  await nameYourself(page, userName);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await make(page, text);
  await expect(page.getByText(text('making.leave'))).toBeVisible();
}

test('a phone whose storage is full makes pictures all the same', async ({ page, userName, baseURL }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await orderPics(page, userName);
});

test('a browser that refuses IndexedDB and caches makes pictures all the same', { tag: '@long' }, async ({
  page,
  userName,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    CacheStorage.prototype.open = refuse;
    CacheStorage.prototype.keys = refuse;
  });
  await orderPics(page, userName);
});

/** Has no storage of the browser respond, from the next page on. */
function silenceStorage(): void {
  const never = () => new Promise(() => {});
  IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  for (const name of ['open', 'keys', 'match', 'delete'] as const)
    CacheStorage.prototype[name] = never as never;
  LockManager.prototype.request = never as never;
  LockManager.prototype.query = never as never;
  StorageManager.prototype.persist = never as never;
  ServiceWorkerContainer.prototype.register = never as never;
  ServiceWorkerContainer.prototype.getRegistration = never as never;
}

test('a browser whose storage never responds makes pictures all the same, and says what is not saved', {
  tag: '@long',
}, async ({ page, userName }) => {
  await page.addInitScript(silenceStorage);
  await page.goto('/tyy/make-pic');
  await nameYourself(page, userName);
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.not-saved'))).toBeVisible();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  await chooseTemplate(page, 0);
  await make(page, text);
  await expect(page.getByText(text('making.leave'))).toBeVisible();
  for (const path of ['setting', 'personal-center', 'pic-list', 'recharge', 'subscription', 'coin-flow']) {
    await page.goto(`/tyy/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
});

/** Writes a text as the browser's own cache would have it. */
async function writeCache(page: Page, key: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite');
          writing.objectStore('keyval').put(value, name);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [key, text] as const,
  );
}

test('what IndexedDB holds of a wrong type makes no screen fail', { tag: '@long' }, async ({
  page,
  userName,
}) => {
  await page.goto('/tyy/make-pic');
  await nameYourself(page, userName);
  await expect(page.getByText(text('make-pic.templates'))).toBeVisible();

  for (const draft of ['{"photos":null}', '{"photos":"abc"}', '{"photos":[null]}', '5', '{broken']) {
    await writeCache(page, 'tyy.wizard', draft);
    await page.goto('/tyy/make-pic');
    await expect(page.getByText(text('make-pic.templates'))).toBeVisible();
  }
  for (const order of ['5', '{"orderId":{"a":1}}', '[]']) {
    await writeCache(page, 'tyy.order', order);
    await page.goto('/tyy/recharge');
    await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible();
  }
});
