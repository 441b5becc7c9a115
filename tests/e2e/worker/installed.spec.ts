import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { portrait } from '../../support/portrait.ts';
import { pauseRequests } from '../support/pause-requests.ts';
import { untilOfflineReady } from '../support/service-worker.ts';
import { expect, openSignedIn, signInPages, test } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

test('Chromium finds no errors in the manifest', async ({ page }) => {
  await page.goto('/tyy/');
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');

  expect(new URL(url).pathname).toBe('/tyy/manifest.en.webmanifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/tyy/' });
});

/** Sends photos like a share sheet, as the manifest's `share_target` describes. */
async function share(page: Page, photos: string[]): Promise<void> {
  const { share_target } = await (await page.request.get('/tyy/manifest.en.webmanifest')).json();
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

test('photos that another app shares become the draft', async ({ page, user }) => {
  await openSignedIn(page, user, '/');
  await untilOfflineReady(page);
  const mirrored = test.info().outputPath('自拍.png');
  await sharp(portrait).flop().toFile(mirrored);
  await share(page, [portrait, mirrored]);

  await expect(page).toHaveURL(/\/make-pic\?step=supplementary$/);
  await expect(page.getByText(text('make-pic.count', { done: 2, total: 5 }))).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('tyy-shared'))).toBe(false);
});

test('the phone’s notch and home bar cover no control', { tag: '@long' }, async ({ page, user }) => {
  await signInPages(page, user);
  const insets = { top: 47, bottom: 34 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const height = page.viewportSize()?.height ?? 0;

  for (const address of ['/', '/make-pic', '/make-pic?step=front', '/setting', '/recharge']) {
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

test('the service worker also controls a page that loads while it installs', async ({ context, page }) => {
  const late = await context.newPage();
  const document = await pauseRequests(late, /\/tyy\/privacy$/);
  const coming = late.goto('/tyy/privacy');
  await document.came(1);
  await page.goto('/tyy/');
  await untilOfflineReady(page);
  await document.release();
  await coming;
  await untilOfflineReady(late);
});
