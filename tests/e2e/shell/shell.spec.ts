import { mergeTests, type Page } from '@playwright/test';
import { expect, givePhoto, test as inShell } from '../support/in-shell.ts';
import { test as ownBackend } from '../support/own-backend.ts';
import { agreeWhenAsked, expectAccessible, pressAndConfirm, sheetsClosed } from '../support/story.ts';
import { chooseTemplate, make } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const test = mergeTests(ownBackend, inShell);

test.use({ serviceWorkers: 'allow' });

/** Keeps a picture of the screen to look at, and lets axe read it. */
async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screens/shell/${name}.png` });
  await expectAccessible(page);
}

/** Takes from the webview all that it keeps. */
async function evict(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const databases = await indexedDB.databases();
    for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  });
}

test('from the first paint to a picture that the phone saves', { tag: '@long' }, async ({
  page,
  shell,
  request,
  holdPics,
}) => {
  const letGo = holdPics();
  await page.goto('/tyy/');
  // Chinese phones start in English, as the product's owner asks.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await look(page, 'home');
  await page.getByRole('link', { name: text('home.make') }).click();

  await givePhoto(page);
  await look(page, 'make-pic');
  expect(shell.callsOf('login')).toHaveLength(1);
  expect(shell.callsOf('importPicture').map(call => call.params)).toEqual([{ count: 5 }]);
  await chooseTemplate(page, 1);
  await make(page, text);

  await expect(page).toHaveURL(/\/making\?/);
  const making = page.url();
  await expect.poll(() => shell.callsOf('showFullScreenAd').length).toBe(1);
  await evict(page);
  await page.reload();
  await expect(page.getByText(text('making.leave'))).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
  await look(page, 'pic');
  await page.getByRole('button', { name: text('pic.save') }).click();
  await expect(page.getByText(text('pic.saved'))).toBeVisible();

  const saved = await request.get(String(shell.callsOf('savePicture')[0]?.params.url));
  expect(saved.headers()['content-type']).toBe('image/jpeg');
  await pressAndConfirm(page, text('pic.share'), text('pic.share.send'));
  await expect.poll(() => shell.callsOf('share')[0]?.params.url).toBe('');
  expect(shell.callsOf('share')[0]?.params.image).toContain('/pictures/');
  await sheetsClosed(page);
  await page.goto(making);
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
  expect(shell.callsOf('showFullScreenAd')).toHaveLength(1);
  expect(shell.callsOf('closeBannerAd')).toHaveLength(0);
});

test('a webview that is killed while picking, uploading or waiting comes back to where the user was', async ({
  page,
  context,
  shell,
  holdPics,
}) => {
  const letGo = holdPics();

  /** The phone ends the webview and opens it again at the same address. */
  async function killed(before: Page, meanwhile = async () => {}): Promise<Page> {
    const address = before.url();
    await before.close();
    await meanwhile();
    const after = await context.newPage();
    await agreeWhenAsked(after);
    await after.goto(address);
    return after;
  }

  await page.goto('/tyy/make-pic');
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  shell.keepSilent('importPicture');
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await expect.poll(() => shell.callsOf('importPicture').length).toBe(1);

  const picking = await killed(page);
  shell.keepSilent('importPicture', false);
  await context.route('**/tyy-photos/**', route => {
    if (route.request().method() !== 'PUT') return route.continue();
  });
  const sent = picking.waitForRequest(request => request.method() === 'PUT');
  await picking.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await sent;

  // Not before the page has ended: the upload that is held would go through.
  const uploading = await killed(picking, () => context.unroute('**/tyy-photos/**'));
  await uploading.getByRole('button', { name: text('make-pic.continue') }).click();
  await uploading.getByRole('button', { name: text('make-pic.skip') }).click();
  expect(shell.callsOf('importPicture')).toHaveLength(2);
  await chooseTemplate(uploading, 2);
  await make(uploading, text);
  await expect(uploading.getByText(text('making.leave'))).toBeVisible();

  const waiting = await killed(uploading);
  await expect(waiting.getByText(text('making.leave'))).toBeVisible();
  letGo();
  await expect(waiting).toHaveURL(/\/pic\?generate_id=/);
});

test('what the webview loses, the phone still has: the user stays signed in, the draft is whole', {
  tag: '@long',
}, async ({ page, shell }) => {
  await page.goto('/tyy/make-pic');
  await givePhoto(page);
  await chooseTemplate(page, 3);
  await expect.poll(() => shell.cache.get('tyy.wizard')).toMatch(/"templateId":\d/);

  await evict(page);
  await page.reload();
  await expect(page.getByRole('radio').nth(3)).toBeChecked();
  await expect(page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) })).toBeEnabled();
  expect(shell.callsOf('login')).toHaveLength(1);
  expect(shell.cache.get('tyy.token')).toBeTruthy();
});
