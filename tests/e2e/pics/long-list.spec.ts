import type { Page, Route } from '@playwright/test';
import { listen, signIn, type TestBackend } from '../../server/support/backend.ts';
import { firstInView, mostElements, sizeOf, toTheEnd } from '../support/long-page.ts';
import { openManyTemplates, scrollTo, sendPlainPictures } from '../support/many-templates.ts';
import { expect, expectAccessible, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const count = 10_000;

/** The built app on a backend that has very many templates. */
let backend: TestBackend;
let origin = '';

test.use({ serviceWorkers: 'block' });

test.beforeAll(async () => {
  backend = await openManyTemplates(count);
  origin = await listen(backend);
});

test.afterAll(async () => backend.close());

test.beforeEach(async ({ page, userName }) => {
  await signInPages(page, await signIn(backend, userName));
  await sendPlainPictures(page);
});

/** An API that puts 1000 templates on a page whatever it is asked for: 21 at a time would take minutes. */
async function sendLargePages(page: Page): Promise<void> {
  await page.route('**/v1/getTemplates?*', async (route: Route) => {
    const address = new URL(route.request().url());
    const asked = Number(address.searchParams.get('cur_page'));
    const lists = await Promise.all(
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(async before => {
        const url = `/v1/getTemplates?cur_page=${10 * asked - before}&page_size=100`;
        const { authorization = '' } = route.request().headers();
        const response = await backend.app.inject({ url, headers: { authorization, host: address.host } });
        return response.json().data.list;
      }),
    );
    await route.fulfill({ json: { code: 0, message: '', data: { list: lists.flat() } } });
  });
}

test('ten thousand templates are scrolled to the end in a document that stays small', {
  tag: '@long',
}, async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await sendLargePages(page);
  await page.goto(`${origin}/tyy/make-pic`);
  await expect(page.getByRole('radio', { name: 'Style 1', exact: true })).toBeAttached();

  let most = 0;
  const end = page.getByText(text('ended'), { exact: true });
  while (!(await end.isVisible())) {
    const { elements, height } = await sizeOf(page);
    most = Math.max(most, elements);
    await toTheEnd(page);
    // Until there is more, or there is none left.
    await expect
      .poll(async () => (await sizeOf(page)).height !== height || (await end.isVisible()), {
        intervals: [50],
      })
      .toBe(true);
  }

  const last = page.getByRole('radio', { name: `Style ${count}`, exact: true });
  await expect(last).toBeInViewport();
  expect(await last.getAttribute('aria-posinset')).toBe(String(count));
  expect(await last.getAttribute('aria-setsize')).toBe(String(count));
  expect(most).toBeLessThanOrEqual(mostElements);
  await expectAccessible(page);
});

/** How many radio buttons are in the page's memory, in the document or not, once all garbage is collected. */
async function radiosInMemory(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  const { result } = await client.send('Runtime.evaluate', { expression: 'HTMLInputElement.prototype' });
  const { objects } = await client.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
  const { objectId = '' } = objects;
  const functionDeclaration = 'function () { return this.length }';
  const count = await client.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration,
    returnByValue: true,
  });
  // The array would keep every tile that leaves the document before the next look.
  await client.detach();
  return count.result.value;
}

test('the way back to the templates leads to where they were left', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${origin}/tyy/`);
  await page.getByRole('link', { name: text('home.make') }).click();
  await scrollTo(page, 'Style 100');
  const chosen = page.getByRole('radio', { name: 'Style 100', exact: true });
  // What is still loading moves it: the tile is pressed once it stays, and where it is.
  await page.locator('label', { has: chosen }).click();
  await expect(chosen).toBeChecked();
  const before = await firstInView(page);
  const leftInMemory = async () => (await radiosInMemory(page)) - (await page.locator('input').count());
  await expect.poll(leftInMemory).toBeLessThanOrEqual(3);
  const asked: string[] = [];
  page.on('request', request => request.url().includes('getTemplates') && asked.push(request.url()));

  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('make-pic.front') })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();

  await expect(chosen).toBeChecked();
  await expect.poll(() => firstInView(page)).toBe(before);

  await page.getByRole('button', { name: text('back') }).click();
  await expect(page).toHaveURL(/\/tyy\/?$/);
  await page.goForward();
  await expect.poll(() => firstInView(page)).toBe(before);
  expect(asked.filter(address => address.includes('cur_page=2&'))).toEqual([]);
});

test('the arrows reach templates that are not in the document, and the focus is never lost', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 120');
  await page.getByRole('radio', { name: 'Style 110', exact: true }).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('radio', { name: 'Style 1', exact: true })).toBeAttached();
  await expect(page.getByRole('radio', { name: 'Style 100', exact: true })).not.toBeAttached();
  await expect(page.getByRole('radio', { name: 'Style 110', exact: true })).toBeFocused();

  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('radio', { name: 'Style 111', exact: true });
  await expect(next).toBeFocused();
  await expect(next).toBeChecked();
  await expect(next).toBeInViewport();

  for (let presses = 0; presses < 40; presses++) await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Style 71', exact: true })).toBeFocused();
});

test('a phone that is turned still shows the same templates', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${origin}/tyy/make-pic`);
  await scrollTo(page, 'Style 100');
  const before = await firstInView(page);

  await page.setViewportSize({ width: 844, height: 390 });

  await expect.poll(async () => Math.abs((await firstInView(page)) - before)).toBeLessThanOrEqual(3);
});
