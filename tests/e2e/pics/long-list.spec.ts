import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { listen, openTestBackend, signIn, type TestBackend } from '../../server/support/backend.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'block' });

/** Returns the index of the first template that the top bar does not cover. */
function firstInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[data-index]')];
    return Number(items.find(item => item.getBoundingClientRect().bottom > 60)?.dataset.index);
  });
}

/** Opens a backend with 10,000 templates: "Style 1" and so on. */
async function openManyTemplates(): Promise<TestBackend> {
  const backend = await openTestBackend({ APP_DIR: process.env.APP_DIR ?? 'dist/app' });
  const templates = backend.services.templates.all;
  const [example] = templates;
  if (!example) throw new Error('there is no template');
  templates.length = 0;
  for (let id = 1; id <= 10_000; id++) {
    templates.push({ ...example, id, title: { en: `Style ${id}`, zh: `风格 ${id}` } });
  }
  return backend;
}

/** Stubs all template pictures with the same plain picture. */
async function sendPlainPictures(page: Page): Promise<void> {
  const picture = await sharp({ create: { width: 3, height: 4, channels: 3, background: '#86a277' } })
    .png()
    .toBuffer();
  await page.route('**/template-pics/**', route =>
    route.fulfill({ body: picture, contentType: 'image/png' }),
  );
}

/**
 * Scrolls until the template is in the document, half a screen at a time, because larger steps could skip it.
 */
async function scrollTo(page: Page, title: string): Promise<void> {
  const template = page.getByRole('radio', { name: title, exact: true });
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, innerHeight / 2));
    await expect(template).toBeAttached({ timeout: 100 });
  }).toPass({ intervals: [50] });
}

/** Counts the radio buttons in memory after garbage collection, including those removed from the document. */
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
  // Detaching releases the array of radio buttons, which would otherwise keep removed tiles in memory.
  await client.detach();
  return count.result.value;
}

test('with 10,000 templates the document contains few templates, and Back restores the scroll position', {
  tag: '@long',
}, async ({ page, userName }) => {
  const backend = await openManyTemplates();
  const origin = await listen(backend);
  await signInPages(page, await signIn(backend, userName));
  await sendPlainPictures(page);
  await page.goto(`${origin}/tyy/`);
  await page.getByRole('link', { name: text('home.make') }).click();
  await scrollTo(page, 'Style 100');
  const chosen = page.getByRole('radio', { name: 'Style 100', exact: true });
  // `click` waits until the tile stops moving, because tiles that load above move it.
  await page.locator('label', { has: chosen }).click();
  await expect(chosen).toBeChecked();
  const before = await firstInView(page);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(600);
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

  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => Math.abs((await firstInView(page)) - before)).toBeLessThanOrEqual(3);
  await backend.close();
});
