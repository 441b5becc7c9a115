import { quickSize } from '../../server/support/quick-generator.ts';
import { accountOf } from '../../support/api.ts';
import { userAgents } from '../../support/weixin-double.ts';
import { openInWeixin } from '../support/in-weixin.ts';
import { test } from '../support/own-backend.ts';
import { atCashier, expect, expectAccessible, nameYourself } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ userAgent: userAgents.android });

test('a guest gets a picture and saves it by a long press', async ({ page, userName }) => {
  await openInWeixin(page, '/', { sees: 'current' });
  await page.getByRole('link', { name: text('home.make') }).click();
  await nameYourself(page, userName);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 2);
  await make(page, text);
  await expect(page).toHaveURL(/\/pic\?generate_id=/);

  await page.getByRole('button', { name: text('pic.save') }).click();
  const view = page.getByRole('dialog', { name: text('pic.full') });
  await expect(view.getByText(text('pic.long-press'))).toBeVisible();
  const image = view.getByRole('img');
  expect(await image.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  expect(await image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(quickSize.width);
  expect(await image.evaluate(image => image.closest('button, a'))).toBeNull();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/wechat/long-press.png' });
});

test('coins and a subscription are paid at the cashier, for WeChat has no shop and no ads of its own', {
  tag: '@long',
}, async ({ page, user }) => {
  await openInWeixin(page, '/recharge', { sees: 'current' }, user.token);
  const pay = page.getByRole('button', { name: /^Pay / });
  await pay.click();
  await atCashier(page, 'cancel');
  await expect(page.getByText(text('pay.cancelled'))).toBeVisible();
  await expect(page.getByText(text('gold-coins', { count: 50 }), { exact: true })).toBeVisible();
  await pay.click();
  await atCashier(page, 'pay');
  await expect(page.getByText(text('gold-coins', { count: 150 }), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/wechat/recharge.png' });

  await page.goto('/tyy/subscription');
  await page.getByRole('button', { name: /^Get VIP · / }).click();
  await atCashier(page, 'pay');
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
  expect(await accountOf(user)).toMatchObject({ coins: 150, vip_level: 1 });

  for (const screen of ['/personal-center', '/make-pic']) {
    await page.goto(`/tyy${screen}`);
    await expect(page.locator('main h1').first()).toBeVisible();
    await expect(page.getByRole('button', { name: text('ad-entry.closed', { count: 15 }) })).toHaveCount(0);
  }
});
