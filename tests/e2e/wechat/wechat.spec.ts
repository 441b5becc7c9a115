import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { quickSize } from '../../server/support/quick-generator.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { signInAt } from '../../support/api/api.ts';
import {
  installWeixin,
  userAgents,
  type WeixinCall,
  type WeixinOptions,
} from '../../support/phone/weixin-double.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, nameYourself, pressAndConfirm } from '../support/story.ts';
import { addFrontPhoto, chooseTemplate, make } from '../support/wizard.ts';
import { text } from '../support/words.ts';

test.use({ userAgent: userAgents.android });

/** A user with finished pictures, created once for all stories. */
let owner: { token: string; picAddress: string };

test.beforeAll(async ({ baseURL }) => {
  const user = await signInAt(baseURL ?? '', `WeChat ${Date.now()}`);
  const job = await aFinishedJob(user);
  owner = { token: user.token, picAddress: picPath(job.generate_id) };
});

/** Opens an address of the app in WeChat; `token` signs the page in. */
async function openInWeixin(page: Page, address: string, options: WeixinOptions, token = ''): Promise<void> {
  await page.addInitScript(installWeixin, options);
  await page.addInitScript(token => token && localStorage.setItem('tyy.token', token), token);
  await page.goto(`/tyy${address}`);
}

/** WeChat's reply once it has set the card for its share menu. */
const ready = 'updateAppMessageShareData:ok';

function callsOf(page: Page): Promise<WeixinCall[]> {
  return page.evaluate(() => window.weixinCalls);
}

/** The card that WeChat's menu would share now. */
async function cardOf(page: Page): Promise<Record<string, unknown> | undefined> {
  const calls = await callsOf(page);
  return calls.findLast(call => call.result === ready)?.params;
}

async function picsAreShown(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: text('pic.save') })).toBeVisible();
}

test('a tap on a picture opens all pictures of the set in WeChat’s gallery', async ({ page }) => {
  await openInWeixin(page, owner.picAddress, { sees: 'current' }, owner.token);
  await picsAreShown(page);
  await page.getByRole('button', { name: text('pic.open', { number: 1 }) }).click();

  const preview = () => callsOf(page).then(calls => calls.find(call => call.method === 'imagePreview'));
  await expect.poll(async () => (await preview())?.result).toBe('imagePreview:ok');
  const { current, urls } = (await preview())?.params ?? {};
  const addresses = urls as string[];
  expect(addresses).toHaveLength(4);
  expect(current).toBe(addresses[0]);
  for (const address of addresses) {
    expect((await page.request.get(address)).headers()['content-type']).toBe('image/jpeg');
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('WeChat’s menu shares the app, or the public page of a picture', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openInWeixin(page, owner.picAddress, { sees: 'current' }, owner.token);
  await picsAreShown(page);
  const home = {
    desc: text('home.lead'),
    link: `${baseURL}/tyy/`,
    imgUrl: `${baseURL}/tyy/icons/icon-512.png`,
  };
  await expect.poll(() => cardOf(page)).toMatchObject(home);

  await pressAndConfirm(page, text('pic.share'), text('pic.share.save'));
  await expect(page.getByText(text('pic.share.long-press'))).toBeVisible();
  await page.goBack();

  await pressAndConfirm(page, text('pic.share'), text('pic.share.link'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('pic.share.link') })
    .click();
  const hint = page.getByRole('dialog', { name: text('pic.share.menu') });
  await expect(hint).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/wechat/menu.png' });
  await expectAccessible(page);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${baseURL}/`);
  expect(link).not.toBe(home.link);
  expect(await cardOf(page)).toMatchObject({ desc: text('pic.share.text'), link });

  await hint.getByRole('button').click();
  await expect(hint).toHaveCount(0);
  await page.getByRole('button', { name: text('share-card.take-back') }).click();
  await expect.poll(() => cardOf(page)).toMatchObject(home);
});

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
