import type { Locator } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { test } from '../support/own-backend.ts';
import { expect, signInPages } from '../support/story.ts';

/** How urgent the browser finds each of these pictures. */
const priorities = (pictures: Locator) =>
  pictures.evaluateAll(images => (images as HTMLImageElement[]).map(image => image.fetchPriority));

test('what fills the screen is asked for first: Home’s picture, the first nine templates, the open picture', {
  tag: '@long',
}, async ({ page, user }) => {
  const { generate_id } = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto('/tyy/');
  expect(await priorities(page.locator('main img').first())).toEqual(['high']);

  await page.goto('/tyy/make-pic');
  const tiles = page.locator('[data-template] img');
  await expect(tiles.nth(9)).toBeAttached();
  const [first, others] = await priorities(tiles).then(all => [all.slice(0, 9), all.slice(9)]);
  expect(new Set(first)).toEqual(new Set(['high']));
  expect(new Set(others)).toEqual(new Set(['auto']));

  await page.goto(`/tyy${picPath(generate_id)}`);
  const shown = page.locator('[class*=shown] img');
  await expect(shown.first()).toBeVisible();
  expect((await priorities(shown))[0]).toBe('high');
  expect((await priorities(page.locator('[class*=thumb] img'))).includes('high')).toBe(false);
});
