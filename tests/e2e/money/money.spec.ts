import type { Page } from '@playwright/test';
import type { ApiUser } from '../../support/api/api.ts';
import { test } from '../support/own-backend.ts';
import { atCashier, expect, openSignedIn } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ settings: { GENERATE_COST: '60' } });

const use = (page: Page) => page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) });
const sheet = (page: Page) => page.getByRole('dialog');
const pack = (page: Page) =>
  sheet(page).getByRole('button', {
    name: text('make-pic.buy', { count: 100, price: text('yuan', { amount: 10 }) }),
  });
const makeIt = (page: Page) => sheet(page).getByRole('button', { name: text('make-pic.make') });

/** Requests pictures that cost 10 coins more than the balance. */
async function askForTooMuch(page: Page, user: ApiUser): Promise<void> {
  await openSignedIn(page, user, '/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 5);
  await use(page).click();
  await expect(sheet(page)).toContainText(text('make-pic.short', { count: 10 }));
}

/** All changes of the balance, oldest first. */
async function changesOf(user: ApiUser): Promise<number[]> {
  const { list } = (await user.get('getCoinStatementList')).data;
  return list.toReversed().map(({ change }) => change);
}

test('after buying the missing coins, the user confirms the price again', async ({ page, user }) => {
  await askForTooMuch(page, user);
  await pack(page).click();
  await atCashier(page, 'pay');

  await expect(makeIt(page)).toBeVisible();
  await expect(sheet(page)).toContainText(text('gold-coins', { count: 90 }));
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByRole('radio').nth(5)).toBeChecked();
  await makeIt(page).click();
  await page.waitForURL('**/tyy/pic?**');
  expect(await changesOf(user)).toEqual([50, 100, -60]);
});
