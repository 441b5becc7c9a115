import type { Page } from '@playwright/test';
import { makingPath } from '../../../src/paths.ts';
import { aFinishedJob, aJob } from '../../support/a-job.ts';
import { inShortForm } from '../support/in-short-form.ts';
import { untilKept } from '../support/kept-text.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, signInPages } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

/** What the page says once so many pictures are there. */
const ready = (done: number) => text('making.ready', { done, total: 4 });

/** How many finished pictures are to be seen in the ring. */
const inRing = (page: Page) =>
  page.getByRole('progressbar').evaluate(ring => {
    const images = [...ring.querySelectorAll('img[data-here]')];
    return images.filter(image => getComputedStyle(image).opacity === '1').length;
  });

for (const motion of ['no-preference', 'reduce'] as const) {
  const name = `each picture appears as soon as it is finished, and nothing moves (motion: ${motion})`;
  test(name, inShortForm(motion === 'no-preference'), async ({ page, user, holdEach }) => {
    await page.emulateMedia({ reducedMotion: motion });
    const letGo = holdEach();
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
    await page.screenshot({ path: `test-results/screens/making-ready-${motion}.png` });
    await expectAccessible(page);

    letGo(1);
    await page.waitForURL('**/tyy/pic?**');
  });
}

test('My shows me: the latest pictures, the favourites and one of them as the avatar, each opens where it is', {
  tag: '@long',
}, async ({ page, user }) => {
  const { pics, generate_id } = await aFinishedJob(user);
  await signInPages(page, user);
  await page.goto('/tyy/personal-center');
  const links = page.locator('main a[href*="/tyy/pic?"]');
  await expect(links).toHaveCount(4);
  await links.nth(2).click();
  await expect(page.getByText(text('pic.place', { number: 3, total: 4 }))).toBeVisible();
  // It is the third that is in view, not only its number.
  const third = page.getByRole('button', { name: text('pic.open', { number: 3 }) });
  await expect(third).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: text('pic.favourite') }).click();
  await untilKept(page, 'tyy.favourites', pics![2]!.id);

  await page.goBack();
  await expect(page.getByRole('heading', { name: text('my.favourites') })).toBeVisible();
  await expect(links).toHaveCount(5);
  await expect(links.last()).toHaveAttribute('href', new RegExp(`${generate_id}&pic_id=${pics![2]!.id}$`));
  await expect(page.locator(`main img[src="${pics![2]!.list_url}"]`).first()).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/my-pictures.png', fullPage: true });
  await expectAccessible(page);
});

test('My pictures shows each set by its four pictures, or by one where there is no room', {
  tag: '@long',
}, async ({ page, user }) => {
  await aFinishedJob(user);
  await signInPages(page, user);
  for (const [size, width, shown] of [
    [16, 390, 4],
    [16, 320, 1],
    [32, 390, 1],
    [32, 320, 1],
  ] as const) {
    await page.setViewportSize({ width: 600, height: 844 });
    await page.goto('/tyy/pic-list');
    await page.evaluate(fontSize => Object.assign(document.documentElement.style, { fontSize }), `${size}px`);
    // A phone has its text size from the start. Chromium asks a container again when its width changes, not its text.
    await page.setViewportSize({ width, height: 844 });
    const row = page.getByRole('button').filter({ hasText: text('pic-list.done') });
    await expect(row.locator('img:visible')).toHaveCount(shown);
    if (size === 16) expect((await row.boundingBox())!.height).toBe(112);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.screenshot({ path: `test-results/screens/pic-list-${width}-${size}.png` });
  }
  await expectAccessible(page);
});
