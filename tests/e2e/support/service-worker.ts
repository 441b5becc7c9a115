import { expect, type Page } from '@playwright/test';

export async function untilOfflineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Lists the paths in all caches except the precache. */
export function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => !name.includes('precache'));
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return requests.flat().map(request => new URL(request.url).pathname);
  });
}

/** Expects at least `count` loaded pictures, and no retry button. */
export async function expectPictures(page: Page, count: number, retryLabel: string): Promise<void> {
  const loaded = () =>
    page.evaluate(
      () => [...document.images].filter(image => image.complete && image.naturalWidth > 0).length,
    );
  await expect.poll(loaded).toBeGreaterThanOrEqual(count);
  await expect(page.getByRole('button', { name: retryLabel })).toHaveCount(0);
}
