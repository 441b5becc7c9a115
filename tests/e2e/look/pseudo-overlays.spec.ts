import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { pseudo } from '../support/pseudo-language.ts';
import { open, signInWithJobs, stayAway, stub, test, text } from '../support/pseudo-page.ts';
import { expect, sheetsClosed, signInPages } from '../support/story.ts';

type Key = Parameters<typeof text>[0];

/** A button by the words with which it begins. */
const button = (page: Page, key: Key) =>
  page.getByRole('button', { name: text(key).slice(0, -1).split(' ·')[0] ?? '' }).first();

async function expectQuestion(
  page: Page,
  look: (name: string) => Promise<void>,
  name: string,
): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(name);
}

test('the questions of Settings are in the language of their files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInPages(page, user);
  await open(page, '/setting');
  for (const key of ['setting.log-out', 'setting.delete-pics', 'setting.delete-account'] as const) {
    await button(page, key).click();
    await expectQuestion(page, look, key);
    await page.getByRole('dialog').getByRole('button').last().click();
  }
});

test('stored photos and the receipt for an erased one are in the language of their files', {
  tag: '@long',
}, async ({ page, user, look }) => {
  await signInWithJobs(page, user);
  await open(page, '/setting');
  await button(page, 'photos.erase-all').click();
  await expectQuestion(page, look, 'photos-erase');
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByText(text('photos.receipt'))).toBeVisible();
  await look('photos-receipt');
});

test('what else can be done with a picture is in the language of its files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInWithJobs(page, user);
  await open(page, picPath('done'));
  await button(page, 'pic.more').click();
  await page.getByRole('dialog').locator(button(page, 'reject.redo')).click();
  await expectQuestion(page, look, 'pic-reject');
  await page.getByRole('dialog').getByRole('button').last().click();
  await button(page, 'pic.more').click();
  await page.getByRole('dialog').locator(button(page, 'share-card.make')).click();
  await expectQuestion(page, look, 'pic-public');
  await page.getByRole('dialog').getByRole('button').last().click();
  await button(page, 'pic.compare').click();
  await expect(page.getByRole('slider')).toBeVisible();
  await look('pic-compare');
});

test('what covers a picture is in the language of its files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInWithJobs(page, user);
  await open(page, picPath('done'));
  await button(page, 'pic.more').click();
  await page.getByRole('dialog').locator(button(page, 'delete')).click();
  await expectQuestion(page, look, 'pic-delete');
  await page.getByRole('dialog').getByRole('button').last().click();

  await button(page, 'pic.save').click();
  await look('pic-save-toast');
  await page.getByRole('button', { name: /1/ }).first().click();
  await look('pic-full');
});

test('the questions of the wizard are in the language of their files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInWithJobs(page, user);
  await open(page, '/make-pic');
  const template = page.getByRole('radio').first();
  // Below the card of the running job the bar at the bottom covers it.
  await template.evaluate(radio => radio.scrollIntoView({ block: 'center' }));
  await template.check({ force: true });
  await button(page, 'make-pic.use').click();
  await expectQuestion(page, look, 'make-pic-cost');

  const refusal = { code: 2218030, data: null, message: pseudo('Photo 1: no face.') };
  await page.route('**/v1/goTrainAndGeneratePic', route => route.fulfill({ json: refusal }));
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.getByText(refusal.message)).toBeVisible();
  await look('make-pic-refused');
  await page.getByRole('dialog').getByRole('button').last().click();

  const poor = { user_id: 'p', nickname: 'Ÿ', avatar: '', vip_level: 0, vip_expire_time: 0, coins: 5 };
  await stub(page, 'getUserInfo', { ...poor, features: [] });
  await button(page, 'make-pic.use').click();
  await expectQuestion(page, look, 'make-pic-short');
});

test('an order that is not paid yet is told in the language of the files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInPages(page, user);
  await stayAway(page, '**/sandbox/cashier**');
  await open(page, '/recharge');
  await page.getByRole('radio').nth(1).check({ force: true });
  await page.locator('main ~ *, main').getByRole('button').last().click();
  await expect(button(page, 'pay.continue')).toBeVisible();
  await look('recharge-unfinished');
  await button(page, 'pay.drop').click();
  await expectQuestion(page, look, 'recharge-drop');
  await page.getByRole('dialog').getByRole('button').first().click();
  await sheetsClosed(page);
  await open(page, `/recharge?order_id=${'0'.repeat(24)}&receipt=made-up`);
  await look('recharge-refused');
});

test('what only a phone offers is in the language of its files', { tag: '@long' }, async ({
  page,
  user,
  look,
}) => {
  await signInPages(page, user);
  await page.addInitScript(() => {
    window.tyyShell = {
      postMessage(json) {
        const { seq } = JSON.parse(json);
        window.tyyBridge?.receive(JSON.stringify({ seq, code: 404, message: '', data: null }));
      },
    };
  });
  await open(page, '/make-pic?step=front');
  await button(page, 'make-pic.front-add').click();
  await expectQuestion(page, look, 'shell-photo-source');
  await open(page, '/personal-center');
  await page.locator('button[aria-expanded=false]').click();
  await look('shell-ad-entry');
});
