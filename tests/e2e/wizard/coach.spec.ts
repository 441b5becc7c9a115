import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type ApiUser, dataOf } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import {
  expect,
  expectAccessible,
  giveCoachTime,
  nameYourself,
  openSignedIn,
  signInPages,
  test,
} from '../support/story.ts';
import { changedPortrait } from '../support/travel-photos.ts';
import { pickAt } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ coach: true });

test.beforeEach(({ page }) => giveCoachTime(page));

const dark = () => changedPortrait('dark.jpg', photo => photo.linear(0.2, 0));

test('the coach advises before the upload, and the user decides', async ({ page, context, userName }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const uploads: string[] = [];
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()));
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);
  const advice = page.getByRole('alert');
  const goOn = page.getByRole('button', { name: text('make-pic.continue') });

  await pickAt(page, text('make-pic.front-add'), await dark());
  await expect(advice).toContainText(text('coach.dark'));
  await expect(advice).toContainText(text('coach.dark.do'));
  await page.screenshot({ path: 'test-results/screens/coach.png', fullPage: true });
  expect(uploads).toEqual([]);
  await expectAccessible(page);

  await page.reload();
  await expect(advice).toContainText(text('coach.dark'));
  await goOn.click();
  await expect(page.getByRole('dialog', { name: text('coach.dark') })).toBeVisible();
  await page.getByRole('button', { name: text('cancel') }).click();
  expect(uploads).toEqual([]);
  await pressByKey(page, page.getByRole('button', { name: text('coach.use') }));
  await expect(advice).toHaveCount(0);
  await expect.poll(() => uploads.length).toBe(1);
  await expect(goOn).toBeEnabled();
  await expectFocus(page);

  await pickAt(page, text('make-pic.front-replace'), portrait);
  await expect(goOn).toBeEnabled();
  await goOn.click();
  // The coach also works offline.
  await context.setOffline(true);
  await pickAt(
    page,
    text('make-pic.add-more'),
    await changedPortrait('again.jpg', photo => photo.resize(400)),
  );
  await expect(advice).toContainText(text('coach.same'));
  await expect(advice).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: 'test-results/screens/coach-same.png' });
  await pressByKey(page, page.getByRole('button', { name: text('coach.remove') }));
  await expect(page.getByText(text('make-pic.count', { done: 1, total: 5 }))).toBeVisible();
  await expectFocus(page);
});

test('with data saver on, the coach is not loaded', async ({ page, user }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  const fetched: string[] = [];
  page.on('request', request => {
    if (/face-weights|coach-worker/.test(request.url())) fetched.push(request.url());
  });
  await openSignedIn(page, user, '/make-pic?step=front');
  await pickAt(page, text('make-pic.front-add'), await dark());
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  expect(fetched).toEqual([]);
});

/** Opens the front photo's step and waits for the coach and its advice. */
async function openFrontStep(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  const coach = page.waitForResponse(/face-weights/);
  await page.goto('/tyy/make-pic?step=front');
  await coach;
}

test('a damaged photo is never uploaded, and a truncated photo is repaired first', async ({ page, user }) => {
  const damaged = test.info().outputPath('damaged.jpg');
  await writeFile(damaged, Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 3)]));
  const uploads: string[] = [];
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()));
  await openFrontStep(page, user);
  await pickAt(page, text('make-pic.front-add'), damaged);
  const advice = page.getByRole('alert');
  await expect(advice).toContainText(text('coach.unreadable'));
  await expect(advice.getByRole('button')).toHaveText([text('coach.other')]);

  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeDisabled();
  expect(uploads).toEqual([]);

  const cutOff = test.info().outputPath('cut-off.jpg');
  await writeFile(cutOff, (await sharp(portrait).jpeg().toBuffer()).subarray(0, -2000));
  await pickAt(page, text('coach.other'), cutOff);
  await expect(page.locator('div[data-status="ready"]')).toHaveCount(1);
  const [photo] = (await dataOf(user.get('getPhotos'))).list;
  const bytes = Buffer.from(await (await page.request.get(photo?.pic_url ?? '')).body());
  await sharp(bytes, { failOn: 'error' }).stats();
});
