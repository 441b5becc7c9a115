import { test } from '../support/own-backend.ts';
import { expect, nameYourself } from '../support/story.ts';
import { text } from '../support/words.ts';

test('after signing in, Back skips the login page', async ({ page, userName }) => {
  await page.goto('/tyy/privacy');
  await page.goto('/tyy/');
  // Add a forward entry to the history. The browser removes this entry when the page opens the login.
  await page.goto('/tyy/term');
  await page.goBack();
  await page.getByRole('link', { name: text('home.make') }).click();
  await nameYourself(page, userName);
  await expect(page).toHaveURL('/tyy/make-pic');
  await expect(page.getByRole('heading', { level: 1, name: text('make-pic.title') })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL('/tyy/');
  await expect(page.getByRole('link', { name: text('home.make') })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/tyy/privacy');
});
