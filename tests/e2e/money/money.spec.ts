import type { Page } from '@playwright/test';
import { aFinishedJob } from '../../support/a-job.ts';
import { dataOf, order, pay } from '../../support/api.ts';
import { test } from '../support/own-backend.ts';
import {
  atCashier,
  expect,
  nameYourself,
  pressAndConfirm,
  sheetsClosed,
  signInPages,
} from '../support/story.ts';
import { addFrontPhoto, chooseTemplate } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const day = 24 * 60 * 60 * 1000;

test.use({ settings: { GENERATE_COST: '60' } });

/** Opens a screen as a user who has just signed in. */
async function open(page: Page, path: string, userName: string): Promise<void> {
  await page.goto(`/tyy${path}`);
  await nameYourself(page, userName);
  await page.waitForURL(`**/tyy${path}`);
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
const coins = (page: Page, count: number) => page.getByText(text('gold-coins', { count }), { exact: true });

test('a recharge that is paid is credited and stands in the ledger', async ({ page, userName }) => {
  await open(page, '/recharge', userName);
  await expect(coins(page, 50)).toBeVisible();
  await page.getByRole('radio').nth(1).check({ force: true });
  await payButton(page).click();
  await atCashier(page, 'pay');

  await expect(coins(page, 350)).toBeVisible();
  expect(page.url()).not.toContain('receipt');
  await page.getByRole('link', { name: text('coin-flow.title') }).click();
  await expect(page.getByRole('row').filter({ hasText: '+300' })).toContainText('350');
});

test('a recharge that is cancelled charges nothing, and says so', { tag: '@long' }, async ({
  page,
  userName,
}) => {
  await open(page, '/recharge', userName);
  await payButton(page).click();
  await atCashier(page, 'cancel');
  await expect(page.getByText(text('pay.cancelled'))).toBeVisible();
  await expect(coins(page, 50)).toBeVisible();
  await expect(page.getByText(text('pay.unfinished.title'))).toBeHidden();
});

test('an order that was left at the cashier is offered again, and paid once however often', async ({
  page,
  userName,
}) => {
  await open(page, '/recharge', userName);
  await payButton(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  const cashier = page.url();

  await page.goto('/tyy/recharge');
  await expect(page.getByText(text('pay.unfinished.title'))).toBeVisible();
  await page.getByRole('button', { name: text('pay.continue') }).click();
  await atCashier(page, 'pay');
  await expect(coins(page, 150)).toBeVisible();

  await page.goto(cashier);
  await page.getByRole('button').first().click();
  await page.waitForURL('**/tyy/**');
  await expect(coins(page, 150)).toBeVisible();
});

test('a payment whose page was closed before it came back is found at the next visit', {
  tag: '@long',
}, async ({ page, userName }) => {
  await open(page, '/recharge', userName);
  await payButton(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  const orderId = new URL(page.url()).searchParams.get('order_id');
  const paid = await page.request.post('/sandbox/pay', { data: { order_id: orderId } });
  expect(paid.ok()).toBe(true);

  await page.goto('/tyy/recharge');
  await expect(coins(page, 150)).toBeVisible();
});

test('a made-up receipt in the address is not believed', { tag: '@long' }, async ({ page, userName }) => {
  await open(page, '/recharge', userName);
  await payButton(page).click();
  await page.waitForURL('**/sandbox/cashier**');
  const orderId = new URL(page.url()).searchParams.get('order_id');
  await page.goto(`/tyy/recharge?order_id=${orderId}&receipt=made-up`);
  await expect(page.getByText(text('pay.refused.title'))).toBeVisible();
  await expect(coins(page, 50)).toBeVisible();
});

test('a subscriber makes pictures without coins until the subscription ends', async ({
  page,
  userName,
  backend,
}) => {
  await open(page, '/subscription', userName);
  await page.getByRole('button', { name: text('subscription.get', { price: '' }).trim() }).click();
  await atCashier(page, 'pay');
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
  await page.goto('/tyy/personal-center');
  await expect(page.getByText(/VIP until/)).toBeVisible();

  await page.goto('/tyy/make-pic');
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 0);
  await page.getByRole('button', { name: text('make-pic.use') }).click();
  await expect(page).toHaveURL(/\/pic\?generate_id=/);

  await page.goto('/tyy/personal-center');
  await expect(page.getByText('50', { exact: true })).toBeVisible();
  // A page that is open would go to the login by itself, in the middle of the way to another.
  await page.goto('about:blank');
  backend.clock.ahead = 400 * day;
  await page.goto('/tyy/personal-center');
  // A user who was away for so long signs in again.
  await nameYourself(page, userName);
  await page.waitForURL('**/tyy/personal-center');
  await expect(page.getByText(text('personal-center.no-vip'))).toBeVisible();
});

test('a user who deletes their pictures, and then their account, leaves nothing behind', async ({
  page,
  user,
}) => {
  const { order_id } = await order(user, 1);
  await pay(user, order_id);
  await dataOf(user.get('getOrder', { order_id }));
  const { generate_id } = await aFinishedJob(user);
  const { list } = await dataOf(user.get('getUserPicsByGenerateId', { generate_id }));
  const picture = list[0]?.pic_url ?? '';
  expect((await page.request.get(picture)).status()).toBe(200);

  await signInPages(page, user);
  await page.goto('/tyy/setting');
  await pressAndConfirm(page, text('setting.delete-pics'), text('delete-data.pics'));
  await expect(page.getByText(text('delete-data.pics-done'))).toBeVisible();
  expect((await page.request.get(picture)).status()).toBe(404);
  await sheetsClosed(page);
  await page.goto('/tyy/pic-list');
  await expect(page.getByText(text('pic-list.empty'))).toBeVisible();

  await page.goto('/tyy/setting');
  await pressAndConfirm(page, text('setting.delete-account'), text('delete-data.account'));
  await expect(page.getByText(text('delete-data.account-done'))).toBeVisible();
  expect(await user.get('getUserInfo')).toMatchObject({ code: 1002 });
});
