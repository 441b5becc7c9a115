import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/a-job.ts';
import { signInAt } from '../../support/api.ts';
import { userAgents } from '../../support/weixin-double.ts';
import { callsOf, cardOf, openInWeixin, ready, resultsOf } from '../support/in-weixin.ts';
import { expect, expectAccessible, pressAndConfirm, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');
const invalid = 'config:invalid signature';

/** Somebody with finished pictures, made once for all stories. */
let owner: { token: string; picAddress: string };

test.beforeAll(async ({ baseURL }) => {
  const user = await signInAt(baseURL ?? '', `WeChat ${Date.now()}`);
  const job = await aFinishedJob(user);
  owner = { token: user.token, picAddress: picPath(job.generate_id) };
});

async function picsAreShown(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: text('pic.save') })).toBeVisible();
}

test.describe('an Android phone', () => {
  test.use({ userAgent: userAgents.android });

  test('the menu shares Home with a title, a link that everybody can open, and a picture', async ({
    page,
    baseURL,
  }) => {
    await openInWeixin(page, '/', { sees: 'current' });
    await expect
      .poll(() => cardOf(page))
      .toMatchObject({
        title: text('app.name'),
        desc: text('home.lead'),
        link: `${baseURL}/tyy/`,
      });
    expect(await resultsOf(page)).toContain('updateTimelineShareData:ok');

    const picture = await page.request.get(String((await cardOf(page))?.imgUrl));
    expect(picture.headers()['content-type']).toBe('image/png');
    await page.screenshot({ path: 'test-results/screens/wechat/home.png' });
    await expectAccessible(page);
  });

  test('a tap on a pic opens all of them in the gallery of WeChat', async ({ page }) => {
    await openInWeixin(page, owner.picAddress, { sees: 'current' }, owner.token);
    await picsAreShown(page);
    await page.getByRole('button', { name: text('pic.open', { number: 1 }) }).click();

    const preview = () => callsOf(page).then(calls => calls.find(call => call.method === 'imagePreview'));
    await expect.poll(async () => (await preview())?.result).toBe('imagePreview:ok');
    const { current, urls } = (await preview())?.params ?? {};
    const addresses = urls as string[];
    expect(addresses).toHaveLength(2);
    expect(current).toBe(addresses[0]);
    for (const address of addresses) {
      expect((await page.request.get(address)).headers()['content-type']).toBe('image/jpeg');
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the menu shares the app, until a picture has a public page; then it points there', async ({
    page,
    context,
    baseURL,
  }) => {
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
      .getByRole('button', { name: text('share-card.make') })
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

  test('an invalid signature once: the address that the page was opened with works', {
    tag: '@long',
  }, async ({ page }) => {
    await openInWeixin(page, '/setting', { sees: 'entry' });
    await expect.poll(() => resultsOf(page)).toContain(ready);
    await page.getByRole('button', { name: text('back') }).click();

    await expect
      .poll(async () => (await resultsOf(page)).filter(result => !result.startsWith('update')))
      .toEqual(['config:ok', invalid, 'config:ok']);
    await expect.poll(async () => (await resultsOf(page)).at(-1)).toMatch(/:ok$/);
  });

  test('an invalid signature twice is not mentioned: the public link is copied, and no menu is pointed at', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openInWeixin(page, owner.picAddress, { sees: 'neither' }, owner.token);
    await picsAreShown(page);
    await expect.poll(() => resultsOf(page)).toEqual([invalid, invalid]);
    await expect(page.getByText(/signature|network error/i)).toHaveCount(0);

    // Without a gallery the app shows the picture itself.
    await page.getByRole('button', { name: text('pic.open', { number: 1 }) }).click();
    await expect(page.getByRole('dialog', { name: text('pic.full') })).toBeVisible();
    await page.goBack();

    await pressAndConfirm(page, text('pic.share'), text('pic.share.link'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('share-card.make') })
      .click();
    await expect(page.getByText(text('pic.share.copied'))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${baseURL}/share/`);
  });
});

test.describe('an iPhone', () => {
  test.use({ userAgent: userAgents.ios });

  test('one permission, for the address that the page was opened with, holds everywhere', async ({
    page,
  }) => {
    await openInWeixin(page, owner.picAddress, { sees: 'entry' }, owner.token);
    await picsAreShown(page);
    await page.getByRole('button', { name: text('back') }).click();
    await expect.poll(async () => (await cardOf(page))?.desc).toBe(text('home.lead'));

    const results = await resultsOf(page);
    expect(results.filter(result => result.startsWith('config'))).toEqual(['config:ok']);
  });

  test('the address counts as it was before the sign-in took its result out of it', { tag: '@long' }, async ({
    page,
  }) => {
    await openInWeixin(page, '/?from=timeline#state=x&error=denied', { sees: 'entry' });
    await expect.poll(() => resultsOf(page)).toContain(ready);

    expect(await resultsOf(page)).not.toContain(invalid);
  });
});

test('no other host downloads anything of WeChat', { tag: '@long' }, async ({ page }) => {
  const files: string[] = [];
  page.on('request', request => files.push(new URL(request.url()).pathname));
  await page.addInitScript(token => localStorage.setItem('tyy.token', token), owner.token);
  await page.goto(`/tyy${owner.picAddress}`);
  await picsAreShown(page);
  await page.waitForLoadState('networkidle');

  expect(files.filter(file => /(im-sdk|start-im|jsapisignature)/.test(file))).toEqual([]);
});
