import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { portrait } from '../support/portrait.ts';
import { expectFocus, pressByKey } from './support/keyboard.ts';
import { expect, expectAccessible, giveCoachTime, nameYourself, test } from './support/story.ts';
import { pickAt } from './support/wizard.ts';
import { wordsOf } from './support/words.ts';

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
  await expect(goOn).toBeDisabled();
  await page.screenshot({ path: 'test-results/screens/coach.png', fullPage: true });
  expect(uploads).toEqual([]);
  await expectAccessible(page);

  await page.reload();
  await expect(advice).toContainText(text('coach.dark'));
  await pressByKey(page, page.getByRole('button', { name: text('coach.use') }));
  await expect(goOn).toBeEnabled();
  await expect(advice).toHaveCount(0);
  await expectFocus(page);
  expect(uploads).toHaveLength(1);

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

test('a user who saves data gets no coach, and is not kept waiting for one', async ({ page, userName }) => {
  const fetched: string[] = [];
  page.on('request', request => fetched.push(request.url()));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  await page.goto('/tyy/make-pic?step=front');
  await nameYourself(page, userName);

  await pickAt(page, text('make-pic.front-add'), await changed('dark.jpg', photo => photo.linear(0.2, 0)));
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeEnabled();
  expect(fetched.filter(address => /face-weights|coach-worker/.test(address))).toEqual([]);
});
