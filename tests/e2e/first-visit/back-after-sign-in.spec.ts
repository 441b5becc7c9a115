import { expect, nameYourself, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test('after signing in, Back leads to the screen before, not to the login page', async ({
  page,
  userName,
}) => {
  await page.goto('/tyy/privacy');
  await page.goto('/tyy/');
  // An entry ahead, which the departure removes.
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

test('Back from the login page leads to the screen that needs a user, once', async ({ page }) => {
  await page.goto('/tyy/');
  await page.getByRole('link', { name: text('home.make') }).click();
  await page.waitForURL('**/sandbox/login**');

  await page.goBack();
  await expect(page.getByRole('button', { name: text('sign-in.button') })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/tyy/');
  await expect(page.getByRole('link', { name: text('home.make') })).toBeVisible();
});
