import type { Page } from '@playwright/test';
import type { ApiUser } from '../../support/api/api.ts';
import { test } from '../support/own-backend.ts';
import { atCashier, expect, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { GENERATE_COST: '60' } });

const use = (page: Page) => page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) });
const sheet = (page: Page) => page.getByRole('dialog');
const pack = (page: Page) =>
  sheet(page).getByRole('button', {
    name: text('make-pic.buy', { count: 100, price: text('yuan', { amount: 10 }) }),
  });
const makeIt = (page: Page) => sheet(page).getByRole('button', { name: text('make-pic.make') });

/** Asks for pictures of a template that costs 10 coins more than the balance. */
async function askForTooMuch(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 5);
  await use(page).click();
  await expect(sheet(page)).toContainText(text('make-pic.short', { count: 10 }));
}

/** Changes of the balance, oldest first. */
async function changesOf(user: ApiUser): Promise<number[]> {
  const { list } = (await user.get('getCoinStatementList')).data;
  return list.toReversed().map(({ change }) => change);
}

test('a user who is short of coins pays for the pack that is enough, and is asked to confirm the price again', async ({
  page,
  user,
}) => {
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

test('after Back from the cashier the same order is open, and two tabs that pay it at once pay it once', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await askForTooMuch(page, user);
  await pack(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  const orderIn = (tab: Page) => new URL(tab.url()).searchParams.get('order_id');
  const order = orderIn(page);
  await page.goBack();
  // If the page returns from the back/forward cache, its sheet is still open.
  if (!(await sheet(page).isVisible())) await use(page).click();
  await expect(sheet(page)).toContainText(text('make-pic.not-paid'));

  const other = await context.newPage();
  await signInPages(other, user);
  await other.goto('/tyy/make-pic');
  await use(other).click();
  await expect(pack(other)).toBeVisible();
  const tabs = [page, other];
  await Promise.all(tabs.map(tab => pack(tab).click()));
  await Promise.all(tabs.map(tab => tab.waitForURL('**/sandbox/cashier**')));
  expect(tabs.map(orderIn)).toEqual([order, order]);
  for (const tab of tabs) {
    await atCashier(tab, 'pay');
    await expect(makeIt(tab)).toBeVisible();
  }
  expect(await changesOf(user)).toEqual([50, 100]);
});
