import { pauseRequests } from '../support/pause-requests.ts';
import { expect, signInPages, test } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

test('make-pic shows its first templates before the app has loaded', async ({ page, user }) => {
  const lists: string[] = [];
  page.on('request', request => request.url().includes('/v1/getTemplates?') && lists.push(request.url()));
  await signInPages(page, user);
  const app = await pauseRequests(page, /\/assets\/index-[\w-]+\.js$/);
  await page.goto('/tyy/make-pic', { waitUntil: 'commit' });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('make-pic.title'));
  const parts = [text('make-pic.photos'), text('make-pic.templates')];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(parts);
  const pictures = page.locator('[data-row] img');
  for (const index of [0, 1, 2]) {
    await expect
      .poll(() => pictures.nth(index).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  const place = await pictures.nth(2).boundingBox();
  await expect(page.getByRole('radio')).toHaveCount(0);

  await app.release();
  await expect(page.getByRole('radio').nth(8)).toBeAttached();
  // When the app starts, no picture moves and the list is not requested again.
  expect(await page.locator('[data-template] img').nth(2).boundingBox()).toEqual(place);
  expect(lists).toHaveLength(1);
  // The first nine pictures load with high priority, because they may be visible at once.
  const urgency = await page
    .locator('[data-template] img')
    .evaluateAll((all: HTMLImageElement[]) => all.map(image => image.fetchPriority));
  expect(urgency.map(priority => priority === 'high')).toEqual(urgency.map((_, place) => place < 9));
});
