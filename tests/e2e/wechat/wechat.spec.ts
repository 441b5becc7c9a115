import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { quickSize } from '../../server/support/quick-generator.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { installWeixin, userAgents } from '../../support/phone/weixin-double.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, openSignedIn, pressAndConfirm } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ userAgent: userAgents.android });

/** WeChat's result after it has accepted the share card for its menu. */
const ready = 'updateAppMessageShareData:ok';

/** Returns the card that WeChat's menu would share now. */
async function cardOf(page: Page): Promise<Record<string, unknown> | undefined> {
  const calls = await page.evaluate(() => window.weixinCalls);
  return calls.findLast(call => call.result === ready)?.params;
}

test('in WeChat a long press can save the picture, and the menu shares the app or the picture’s public page', async ({
  page,
  context,
  user,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { generate_id } = await aFinishedJob(user);
  await page.addInitScript(installWeixin, { sees: 'current' as const });
  await openSignedIn(page, user, picPath(generate_id));
  await expect(page.getByRole('button', { name: text('pic.save') })).toBeVisible();
  const home = {
    desc: text('home.lead'),
    link: `${baseURL}/tyy/`,
    imgUrl: `${baseURL}/tyy/icons/icon-512.png`,
  };
  await expect.poll(() => cardOf(page)).toMatchObject(home);

  await pressAndConfirm(page, text('pic.share'), text('pic.share.save'));
  await expect(page.getByText(text('pic.share.long-press'))).toBeVisible();
  const image = page.getByRole('dialog').getByRole('img');
  expect(await image.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  expect(await image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(quickSize.width);
  expect(await image.evaluate(image => image.closest('button, a'))).toBeNull();
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
