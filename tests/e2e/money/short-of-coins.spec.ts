import type { Page } from '@playwright/test';
import { type ApiUser, accountOf } from '../../support/api.ts';
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

/** Chooses a template that costs 10 coins more than there are, and asks for it. */
async function askForTooMuch(page: Page, user: ApiUser): Promise<void> {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 5);
  await use(page).click();
  await expect(sheet(page)).toContainText(text('make-pic.short', { count: 10 }));
}

/** What the user's balance went through, oldest first. */
async function changesOf(user: ApiUser): Promise<number[]> {
  const { list } = (await user.get('getCoinStatementList')).data;
  return list.toReversed().map(({ change }) => change);
}

test('the pack that is enough is paid at once, and the price is asked again by itself', async ({
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

test('a payment that is cancelled says so beside the offer, and the price does not come back with a reload', {
  tag: '@long',
}, async ({ page, user }) => {
  await askForTooMuch(page, user);
  await pack(page).click();
  await atCashier(page, 'cancel');
  await expect(page.getByText(text('pay.cancelled'))).toBeVisible();
  await expect(pack(page)).toBeVisible();
  expect((await accountOf(user)).coins).toBe(50);

  await pack(page).click();
  await atCashier(page, 'pay');
  await expect(makeIt(page)).toBeVisible();
  await page.reload();
  await expect(use(page)).toBeEnabled();
  await expect(page.getByText(text('make-pic.balance-now', { coins: '150 gold coins' }))).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
});

test('by the browser’s way back the offer stands there again, and leads to the same order', {
  tag: '@long',
}, async ({ page, user }) => {
  await askForTooMuch(page, user);
  await pack(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  const first = new URL(page.url()).searchParams.get('order_id');
  await page.goBack();
  // A page that the browser has kept shows it by itself.
  if (!(await sheet(page).isVisible())) await use(page).click();
  await expect(sheet(page)).toContainText(text('make-pic.not-paid'));
  await pack(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  expect(new URL(page.url()).searchParams.get('order_id')).toBe(first);
  await atCashier(page, 'pay');
  await expect(makeIt(page)).toBeVisible();
  expect(await changesOf(user)).toEqual([50, 100]);
});

test('two tabs that pay at the same time pay one order, and both ask for the price', {
  tag: '@long',
}, async ({ page, context, user }) => {
  await askForTooMuch(page, user);
  const other = await context.newPage();
  await signInPages(other, user);
  await other.goto('/tyy/make-pic');
  await use(other).click();
  await expect(pack(other)).toBeVisible();

  const tabs = [page, other];
  await Promise.all(tabs.map(tab => pack(tab).click()));
  await Promise.all(tabs.map(tab => tab.waitForURL('**/sandbox/cashier**')));
  const [one, two] = tabs.map(tab => new URL(tab.url()).searchParams.get('order_id'));
  expect(one).toBe(two);
  for (const tab of tabs) {
    await atCashier(tab, 'pay');
    await expect(makeIt(tab)).toBeVisible();
  }
  expect(await changesOf(user)).toEqual([50, 100]);
});

test('a payment that is not confirmed yet says so, and cannot be made once more', { tag: '@long' }, async ({
  page,
  user,
}) => {
  await askForTooMuch(page, user);
  let letGo = () => {};
  const held = new Promise<void>(resolve => {
    letGo = resolve;
  });
  await page.route('**/v1/paySuccess', async route => {
    await held;
    await route.abort();
  });
  await pack(page).click();
  await atCashier(page, 'pay');
  await expect(page.getByText(text('pay.confirming.title'))).toBeVisible();
  letGo();
  await expect(sheet(page)).toContainText(text('pay.unsure.text'));
  await expect(pack(page)).toHaveCount(0);

  await page.unroute('**/v1/paySuccess');
  await sheet(page)
    .getByRole('button', { name: text('pay.check') })
    .click();
  await expect(makeIt(page)).toBeVisible();
  expect(await changesOf(user)).toEqual([50, 100]);
});

test('other packs have their own screen, which leads back to a draft that lost nothing', {
  tag: '@long',
}, async ({ page, user }) => {
  await askForTooMuch(page, user);
  await sheet(page)
    .getByRole('button', { name: text('make-pic.other-packs') })
    .click();
  await expect(page).toHaveURL(/\/recharge/);
  await page.getByRole('radio').nth(1).check({ force: true });
  await page.getByRole('button', { name: /^Pay / }).click();
  await atCashier(page, 'pay');

  await page.getByRole('button', { name: text('pay.to-wizard') }).click();
  await expect(page.getByRole('radio').nth(5)).toBeChecked();
  await use(page).click();
  await makeIt(page).click();
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
  expect(await changesOf(user)).toEqual([50, 300, -60]);
});
