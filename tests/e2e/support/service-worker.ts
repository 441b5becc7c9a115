import { expect, type Page } from '@playwright/test';

/** Waits until the service worker has kept the app's files and serves the page. */
export async function untilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The addresses in all caches that are not the app's own files. */
export function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => !name.includes('precache'));
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return requests.flat().map(request => new URL(request.url).pathname);
  });
}

/** The pictures that the service worker keeps of an origin without CORS. */
export function keptPictures(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('tyy-opaque-pictures')).keys()).length);
}

/** So many pictures on the screen are there, and none is known to be broken. */
export async function expectPictures(page: Page, count: number, retryLabel: string): Promise<void> {
  const loaded = () =>
    page.evaluate(
      () => [...document.images].filter(image => image.complete && image.naturalWidth > 0).length,
    );
  await expect.poll(loaded).toBeGreaterThanOrEqual(count);
  await expect(page.getByRole('button', { name: retryLabel })).toHaveCount(0);
}
