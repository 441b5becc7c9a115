import { portrait } from '../../support/portrait.ts';
import { expectFocus, pressByKey } from '../support/keyboard.ts';
import { expect, expectAccessible, giveCoachTime, nameYourself, test } from '../support/story.ts';
import { changedPortrait } from '../support/travel-photos.ts';
import { pickAt } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ coach: true });

test.beforeEach(({ page }) => giveCoachTime(page));

const dark = () => changedPortrait('dark.jpg', photo => photo.linear(0.2, 0));

test('the coach warns before an upload, and the user decides', async ({ page, context, userName }) => {
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
