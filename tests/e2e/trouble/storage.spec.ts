import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, nameYourself, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.beforeEach(({ pausePics }) => {
  pausePics();
});

test('a phone whose storage is full makes pictures all the same', async ({ page, userName, baseURL }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 1 });
  await page.goto('/tyy/make-pic');
  await nameYourself(page, userName);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await make(page, text);
  await expect(page.getByText(text('making.leave'))).toBeVisible();
});

/** Makes the browser's storage never respond, from the next page on. */
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
}, async ({ page, user }) => {
  await page.addInitScript(silenceStorage);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
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
