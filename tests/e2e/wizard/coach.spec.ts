import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { portrait } from '../../support/portrait.ts';
import { changeWait } from '../support/change-wait.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import {
  expect,
  expectAccessible,
  giveCoachTime,
  nameYourself,
  signInPages,
  test,
} from '../support/story.ts';
import { pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ coach: true });

test.beforeEach(({ page }) => giveCoachTime(page));

/** The portrait after a change, as a file. */
async function changed(name: string, change: (photo: Sharp) => Sharp): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'tyy-coach-')), name);
  await change(sharp(portrait)).jpeg({ quality: 92 }).toFile(file);
  return file;
}

test('the coach speaks before a byte leaves, and the user has the last word', async ({
  page,
  context,
  userName,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const uploads: string[] = [];
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()));
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);
  const advice = page.getByRole('alert');
  const goOn = page.getByRole('button', { name: text('make-pic.continue') });

  await pickAt(page, text('make-pic.front-add'), await changed('dark.jpg', photo => photo.linear(0.2, 0)));
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
  // It needs no network.
  await context.setOffline(true);
  await pickAt(page, text('make-pic.add-more'), await changed('again.jpg', photo => photo.resize(400)));
  await expect(advice).toContainText(text('coach.same'));
  await expect(advice).toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: 'test-results/screens/coach-same.png' });
  await pressByKey(page, page.getByRole('button', { name: text('coach.remove') }));
  await expect(page.getByText(text('make-pic.count', { done: 1, total: 5 }))).toBeVisible();
  await expectFocus(page);
});

/** Opens the step for the front photo from the wizard's first one; the addresses of the coach's files come into the list. */
async function openFrontStep(page: Page): Promise<string[]> {
  const fetched: string[] = [];
  page.on('request', request => {
    if (/face-weights|coach-worker/.test(request.url())) fetched.push(request.url());
  });
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await expect(page.getByRole('heading', { name: text('make-pic.examples') })).toBeVisible();
  return fetched;
}

/** Chooses a photo that the coach would advise against, and goes on with it. */
async function goOnWithDarkPhoto(page: Page): Promise<void> {
  await pickAt(page, text('make-pic.front-add'), await changed('dark.jpg', photo => photo.linear(0.2, 0)));
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
}

test('a user who saves data gets no coach, and is not kept waiting for one', async ({ page, user }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  const fetched = await openFrontStep(page);
  await goOnWithDarkPhoto(page);
  expect(fetched).toEqual([]);
});

test('a line whose requests take a second and a half gets no coach either', { tag: '@long' }, async ({
  page,
  context,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  const client = await context.newCDPSession(page);
  const setDelay = (latency: number) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await setDelay(1450);
  const fetched = await openFrontStep(page);
  await setDelay(0);
  await goOnWithDarkPhoto(page);
  expect(fetched).toEqual([]);
});

test('a coach that is still on its way is not waited for', { tag: '@long' }, async ({ page, user }) => {
  // The app would give it 1.5 seconds; this one never comes.
  await changeWait(page, 1500, 100);
  await page.route(/face-weights/, () => undefined);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  const fetched = await openFrontStep(page);
  await goOnWithDarkPhoto(page);
  expect(fetched).not.toEqual([]);
});
