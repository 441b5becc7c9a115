import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiUser } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { hold } from '../support/hold.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, nameYourself, signInPages, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

const text = wordsOf('en');

/** Puts different pictures where the service worker keeps what another app shares. */
async function share(page: Page, count: number): Promise<void> {
  const base64 = (await readFile(portrait)).toString('base64');
  await page.evaluate(
    async ({ base64, count }) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const drawing = canvas.getContext('2d')!;
      drawing.drawImage(picture, 0, 0);
      const cache = await caches.open('tyy-shared');
      for (let index = 0; index < count; index++) {
        drawing.fillRect(index * 20, 0, 16, 16);
        const headers = {
          'content-type': 'image/png',
          'x-file-name': encodeURIComponent(`我的照片 ${index}.png`),
        };
        await cache.put(`/tyy/shared/${index}`, new Response(await canvas.convertToBlob(), { headers }));
      }
    },
    { base64, count },
  );
}

async function openSignedIn(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  await page.goto('/tyy/');
}

function photos(page: Page) {
  return page.getByRole('button', { name: /^Delete photo/ });
}

test('the browser finds nothing wrong with the manifest', async ({ page }) => {
  await page.goto('/tyy/');
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');

  expect(new URL(url).pathname).toBe('/tyy/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/tyy/' });
});

test('a link to any screen says what the app is, with addresses that lead here from anywhere', async ({
  request,
  baseURL,
}) => {
  const html = await (await request.get('/tyy/pic?generate_id=1')).text();
  const property = (name: string) => html.match(`<meta property="og:${name}" content="([^"]+)"`)?.[1] ?? '';

  expect(property('title')).toBe(text('app.name'));
  expect(property('url')).toBe(`${baseURL}/tyy/`);
  expect(property('image')).toBe(`${baseURL}/tyy/og.png`);
  expect((await request.get(property('image'))).headers()['content-type']).toBe('image/png');
});

test('photos that another app shared become the draft, once', { tag: '@long' }, async ({ page, user }) => {
  await openSignedIn(page, user);
  await share(page, 2);
  await page.goto('/tyy/make-pic?shared=1');

  await expect(page).toHaveURL(/\/make-pic\?step=supplementary$/);
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
  expect(await page.evaluate(() => caches.has('tyy-shared'))).toBe(false);

  await page.reload();
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
});

test('one shared photo is the front photo', { tag: '@long' }, async ({ page, user }) => {
  await openSignedIn(page, user);
  await share(page, 1);
  await page.goto('/tyy/make-pic?shared=1');

  await expect(page).toHaveURL(/\/make-pic\?step=front$/);
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();
});

test('more than five shared photos are cut to five, and the app says so', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await openSignedIn(page, user);
  await share(page, 7);
  await page.goto('/tyy/make-pic?shared=1');

  await expect(page.getByText(text('make-pic.too-many', { count: 5, total: 5 }))).toBeVisible();
  await expect(page.getByText(text('make-pic.count', { done: 5, total: 5 }))).toBeVisible();
  await expect(photos(page)).toHaveCount(4);
});

test('shared photos wait for a user who has to sign in first', { tag: '@long' }, async ({
  page,
  userName,
}) => {
  await page.goto('/tyy/');
  await share(page, 2);
  await page.goto('/tyy/make-pic?shared=1');
  await nameYourself(page, userName);

  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
});

test('on a phone with a notch and a home bar nothing lies below them', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await openSignedIn(page, user);
  const insets = { top: 47, bottom: 34 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const height = page.viewportSize()?.height ?? 0;

  for (const address of [
    '/',
    '/make-pic',
    '/make-pic?step=front',
    '/personal-center',
    '/setting',
    '/recharge',
  ]) {
    await page.goto(`/tyy${address}`);
    await expect(page.locator('main h1:visible').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const name = address.replace(/\W+/g, '-');
    await page.screenshot({ path: `test-results/screens/installed/notch${name}.png` });

    const touched = page.locator('main header button:visible, nav a:visible, [class*=bar] button:visible');
    for (const box of await touched.evaluateAll(parts => parts.map(part => part.getBoundingClientRect()))) {
      expect(box.top, address).toBeGreaterThanOrEqual(insets.top);
      expect(box.bottom, address).toBeLessThanOrEqual(height - insets.bottom);
    }
  }
});

test('a page that was on its way while the app was installed works without a network too', async ({
  context,
  page,
}) => {
  const late = await context.newPage();
  const document = await hold(late, /\/tyy\/privacy$/);
  const coming = late.goto('/tyy/privacy');
  await document.came(1);
  await page.goto('/tyy/');
  await untilOfflineReady(page);
  await document.release();
  await coming;
  await untilOfflineReady(late);
});
