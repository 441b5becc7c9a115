import type { FileChooser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiUser } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { changedPortrait } from '../support/travel-photos.ts';
import { addFrontPhoto, chooseTemplate, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('two tabs fill in one draft, and neither loses what the other has added', async ({ page, user }) => {
  await signInPages(page.context(), user);
  await page.goto('/tyy/make-pic');
  const other = await page.context().newPage();
  await other.goto('/tyy/make-pic');
  await expect(other.getByRole('button', { name: text('make-pic.add-photos') })).toBeVisible();

  await addFrontPhoto(page, text);
  await chooseTemplate(other, 1);

  await expect(other.getByRole('button', { name: text('make-pic.change') })).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();

  for (const tab of [page, other]) await tab.goto('/tyy/make-pic?step=supplementary');
  await pickAt(
    other,
    text('make-pic.add-more'),
    await changedPortrait('mirrored.jpg', photo => photo.flop()),
  );
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
  const smaller = await changedPortrait('smaller.jpg', photo => photo.resize(400));
  await pickAt(page, text('make-pic.add-more'), smaller);
  for (const tab of [page, other]) {
    await expect(tab.getByText(text('make-pic.count', { done: 3, total: 5 }))).toBeVisible();
    // A page that ends before a chosen file is saved can only say that the photo is lost. The coach holds pictures without a face.
    await expect(tab.locator('div:is([data-status="ready"], [data-status="held"])')).toHaveCount(2);
    await tab.reload();
    await expect(tab.getByText(text('make-pic.count', { done: 3, total: 5 }))).toBeVisible();
    await tab.getByRole('button', { name: text('make-pic.choose-template') }).click();
    await expect(tab.getByRole('radio').nth(1)).toBeChecked();
  }
});

test('who signs out in one tab is signed out in the other at once', async ({ page, context, user }) => {
  // Not at each load of a page: the token must stay away.
  await page.goto('/tyy/');
  await page.evaluate(token => localStorage.setItem('tyy.token', token), user.token);
  const other = await context.newPage();
  await other.goto('/tyy/recharge');
  await expect(other.getByRole('radio').first()).toBeAttached();

  await page.goto('/tyy/setting');
  await page.getByRole('button', { name: text('setting.log-out') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('setting.log-out') })
    .click();
  await expect(page).toHaveURL(/\/tyy\/$/);

  await expect(other).toHaveURL(/\/tyy\/$/);
  await expect(other.getByRole('radio')).toHaveCount(0);
  expect(await other.evaluate(() => localStorage.getItem('tyy.token'))).toBeNull();
});

test('what one tab is sending is not sent by another, which goes on when it has come', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await signInPages(context, user);
  const sent: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>(resolve => (letGo = resolve));
  await context.route('**/tyy-photos/**', async route => {
    if (route.request().method() !== 'OPTIONS') sent.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect.poll(() => sent.length).toBe(1);

  const other = await context.newPage();
  await other.goto('/tyy/make-pic');
  await expect(other.getByRole('heading', { name: text('make-pic.front') })).toBeVisible();

  letGo();
  await other.getByRole('button', { name: text('make-pic.continue') }).click();
  await other.getByRole('button', { name: text('make-pic.skip') }).click();
  await chooseTemplate(other, 1);
  await other.getByRole('button', { name: text('make-pic.use') }).click();
  await expect(other.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a photo that failed in two tabs is not sent by one while the other sends it, and is once that has ended', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await signInPages(context, user);
  let isRefused = true;
  const sent: Page[] = [];
  await context.route('**/tyy-photos/**', route => {
    const request = route.request();
    if (isRefused || request.method() === 'OPTIONS') return route.fulfill({ status: 403 });
    sent.push(request.frame().page());
    return request.frame().page() === page ? undefined : route.continue();
  });
  await page.goto('/tyy/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), portrait);
  const retryIn = (tab: Page) => tab.getByRole('button', { name: text('retry') });
  await expect(page.getByText(text('make-pic.upload-failed')).first()).toBeVisible();
  const other = await context.newPage();
  // It gets no messages from the first tab, as in the moment before they arrive.
  await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await other.goto('/tyy/make-pic?step=front');
  await expect(other.getByText(text('make-pic.upload-failed')).first()).toBeVisible();

  isRefused = false;
  await retryIn(page).click();
  await expect.poll(() => sent).toEqual([page]);
  await retryIn(other).click();
  await page.close();
  const heldLocks = () => other.evaluate(async () => (await navigator.locks.query()).held);
  await expect.poll(heldLocks).toEqual([]);
  await retryIn(other).click();
  await expect(other.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  expect(sent).toEqual([page, other]);
});

/** Two tabs of a user in which the picker for the first photos is open. */
async function openPickers(page: Page, user: ApiUser) {
  await signInPages(page.context(), user);
  const tabs = [page, await page.context().newPage()];
  const pickers: FileChooser[] = [];
  for (const tab of tabs) await tab.goto('/tyy/make-pic?step=front');
  for (const tab of tabs) {
    const picker = tab.waitForEvent('filechooser');
    await tab.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
    pickers.push(await picker);
  }
  return { tabs, pickers };
}

/** So many different pictures, from that number on. */
function pictures(first: number, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, place) => first + place);
  return Promise.all(
    names.map(async name => {
      const file = test.info().outputPath(`${name}.png`);
      await sharp('public/icons/icon-192.png')
        .rotate(10 * name)
        .toFile(file);
      return file;
    }),
  );
}

const counted = (done: number) => text('make-pic.count', { done, total: 5 });

test('pickers that are open in two tabs lose nothing without a word', { tag: '@long' }, async ({
  page,
  user,
}) => {
  const { tabs, pickers } = await openPickers(page, user);
  await pickers[0]?.setFiles(await pictures(1, 2));
  await expect(page.getByText(counted(2))).toBeVisible();
  await pickers[1]?.setFiles(await pictures(3, 4));

  await expect(tabs[1]!.getByText(text('make-pic.too-many', { count: 3, total: 5 }))).toBeVisible();
  for (const tab of tabs) await expect(tab.getByText(counted(5))).toBeVisible();
});

test('photos that are chosen in two tabs in the same moment are all there, or the user is told', {
  tag: '@long',
}, async ({ page, user }) => {
  const { tabs, pickers } = await openPickers(page, user);
  const chosen = [await pictures(1, 3), await pictures(4, 3)];
  await Promise.all([
    ...pickers.map((picker, place) => picker.setFiles(chosen[place] ?? [])),
    // Which tab shows the note depends on which one saved first.
    Promise.any(
      tabs.flatMap(tab => [
        tab.getByText(text('make-pic.full', { total: 5 })).waitFor(),
        tab.getByText(text('make-pic.too-many', { count: 2, total: 5 })).waitFor(),
      ]),
    ),
  ]);

  for (const tab of tabs) await expect(tab.getByText(counted(5))).toBeVisible();
});
