import { expect, test } from '@playwright/test';
import { portrait } from '../support/portrait.ts';
import { type FirefoxPage, openFirefox } from './support/firefox.ts';
import { wordsOf } from './support/words.ts';

const text = wordsOf('en');

let firefox: FirefoxPage;
test.beforeEach(async () => {
  firefox = await openFirefox();
});
test.afterEach(() => firefox.close());

test('in Firefox, a guest signs in, gives a photo and gets a picture', async ({ baseURL }) => {
  const { page, press, makePics } = firefox;
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));

  await page.goto(`${baseURL}/tyy/`);
  await press(text('home.make'));
  await page.locator('input[name=name]').fill(`Firefox ${process.pid} ${Date.now()}`);
  await page.locator('button[value=sign-in]').click();

  await makePics(portrait, 768);
  expect(problems).toEqual([]);
});
