import type { Page } from '@playwright/test';
import { makingPath } from '../../../src/paths.ts';
import { aJob } from '../../support/api/a-job.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { text } from '../support/words.ts';

/** The app's words for this number of finished pictures. */
const ready = (done: number) => text('making.ready', { done, total: 4 });

/** The number of finished pictures that are visible in the progress ring. */
const inRing = (page: Page) =>
  page.getByRole('progressbar').evaluate(ring => {
    const images = [...ring.querySelectorAll('img[data-here]')];
    return images.filter(image => getComputedStyle(image).opacity === '1').length;
  });

test('each finished picture appears without moving the page', async ({ page, user, pauseEach }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const letGo = pauseEach();
  const { train_id, generate_id } = await aJob(user);
  await signInPages(page, user);
  const shifts = await watchLayoutShifts(page);
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  const places = page.getByRole('listitem').or(page.locator('li[aria-hidden=true]'));
  await expect(places).toHaveCount(4);
  const before = (await places.first().boundingBox())!;

  letGo(1);
  await expect(page.getByText(ready(1))).toBeAttached();
  await expect.poll(() => inRing(page)).toBe(1);
  letGo(2);
  await expect(page.getByText(ready(3))).toBeAttached();
  await expect(page.getByRole('img', { name: text('pic.place', { number: 3, total: 4 }) })).toBeVisible();
  await expect.poll(() => inRing(page)).toBe(3);
  expect(await places.first().boundingBox()).toEqual(before);
  expect(shifts.score, shifts.places.join('; ')).toBeLessThanOrEqual(0.02);
  await page.screenshot({ path: 'test-results/screens/making-ready.png' });
  await expectAccessible(page);

  letGo(1);
  await page.waitForURL('**/tyy/pic?**');
});
