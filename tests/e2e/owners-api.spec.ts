import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { SpecUser } from '../support/network/spec-account.ts';
import { FakeShell, succeed } from '../support/phone/fake-shell.ts';
import { portrait } from '../support/portrait.ts';
import { expect, test } from './support/backends.ts';
import { inject, shellAgent } from './support/in-shell.ts';
import { buildOwnersApp, type OwnersWorld, openOwnersWorld } from './support/owners-world.ts';
import { expectPictures, keptPictures, untilOfflineReady } from './support/service-worker.ts';
import { agreeWhenAsked, limitEngine } from './support/story.ts';
import { addFrontPhoto, chooseMoreAndConfirm, chooseTemplate, make, pickAt } from './support/wizard.ts';
import { wordsOf } from './support/words.ts';

test.use({ serviceWorkers: 'allow' });

const text = wordsOf('en');

let world: OwnersWorld;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await buildOwnersApp();
  world = await openOwnersWorld();
});
// The coach would reject these five photos: they are small and alike.
test.beforeEach(({ context, page }) => Promise.all([limitEngine(context), agreeWhenAsked(page)]));
test.afterEach(() => {
  world.api.isBare = false;
  expect(world.api.strange.splice(0)).toEqual([]);
});
test.afterAll(() => world?.close());

/** Five different photos with Chinese file names. */
function fivePhotos(): Promise<string[]> {
  return Promise.all(
    [1, 2, 3, 4, 5].map(async number => {
      const file = test.info().outputPath(`自拍 ${number}.png`);
      await sharp(portrait)
        .resize(300 + number)
        .toFile(file);
      return file;
    }),
  );
}

const newestUser = (): SpecUser => [...world.api.users.values()].at(-1)!;

async function signIn(page: Page): Promise<SpecUser> {
  await page.goto(`${world.app}/tyy/personal-center`);
  await page.waitForURL('**/login?**');
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL('**/tyy/personal-center');
  await expect(page.getByRole('link', { name: text('pic-list.title') })).toBeVisible();
  return newestUser();
}

/** Opens Home, the templates and the apps, and expects all their pictures. */
async function seeAllPictures(page: Page): Promise<void> {
  await page.goto(`${world.app}/tyy/`);
  await expectPictures(page, 4, text('retry'));
  await page.goto(`${world.app}/tyy/make-pic`);
  await page.getByRole('radio').last().scrollIntoViewIfNeeded();
  await expectPictures(page, 9, text('retry'));
  await page.goto(`${world.app}/tyy/apps`);
  await expectPictures(page, 1, text('retry'));
}

/** Opens a page in a shell whose receipts the owner's API accepts. */
async function openOwnersShell(
  browser: Browser,
): Promise<{ page: Page; shell: FakeShell; context: BrowserContext }> {
  const context = await browser.newContext({ userAgent: shellAgent, viewport: { width: 390, height: 844 } });
  const pictures = async () => succeed({ pictures: { 0: await readFile(portrait, 'base64') } });
  const shell = new FakeShell({
    login: () => succeed({ login_type: 'facebook', token: `of the shell ${Date.now()}` }),
    importPicture: pictures,
    pay: ({ order_id }) => succeed({ receipt: `paid-${order_id}` }),
    subscription: () => succeed({ receipt: 'paid-in-the-store' }),
    restore: () => succeed({ receipt: 'paid-before' }),
  });
  await limitEngine(context, { coach: true });
  await inject(context, shell);
  const page = await context.newPage();
  await agreeWhenAsked(page);
  return { page, shell, context };
}

test('five photos become one job, though its response is lost; its pictures are saved, shared, deleted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await signIn(page);
  const [front = '', ...others] = await fivePhotos();
  await page.goto(`${world.app}/tyy/make-pic`);
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await pickAt(page, text('make-pic.front-add'), front);
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await pickAt(page, text('make-pic.add-more'), others);
  await expect(page.getByText(text('make-pic.count', { done: 5, total: 5 }))).toBeVisible();
  await page.getByRole('button', { name: text('make-pic.choose-template') }).click();
  await chooseTemplate(page, 1);

  world.api.loseNext = 'goTrainAndGeneratePic';
  await make(page, text);

  await page.waitForURL('**/pic?**');
  expect(user.jobs).toHaveLength(1);
  const names = user.photos.map(address => decodeURIComponent(address).split('/').at(-1));
  expect(names).toEqual(
    [1, 2, 3, 4, 5].map(number => expect.stringMatching(`^自拍-${number}_[0-9a-f]{20}\\.`)),
  );
  await expectPictures(page, 2, text('retry'));

  await page.getByRole('button', { name: text('pic.save') }).click();
  await expect(page.getByText(text('pic.long-press'))).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: text('pic.share') }).click();
  await expect(page.getByText(text('pic.share.long-press'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('');
  await page.goBack();
  await chooseMoreAndConfirm(page, text, 'delete', text('delete'));
  await expect(page.getByText(text('pic.deleted'))).toBeVisible();
  expect(user.jobs[0]?.deletedPics).toHaveLength(1);
});

test('coins and a subscription from the cashier, and restoring', async ({ page }) => {
  const user = await signIn(page);
  await page.goto(`${world.app}/tyy/recharge`);
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByText(text('gold-coins', { count: 150 }))).toBeVisible();
  expect(user.coins).toBe(150);

  await page.goto(`${world.app}/tyy/subscription`);
  await page.getByRole('button', { name: /^(Subscribe|Get VIP) · / }).click();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByText(text('subscription.active'))).toBeVisible();
  expect(user.vipLevel).toBe(1);
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText(text('subscription.restored'))).toBeVisible();
});

test('without a network the pictures of the templates and of Home are there', async ({ page, context }) => {
  await signIn(page);
  await untilOfflineReady(page);
  await seeAllPictures(page);
  await expect.poll(() => keptPictures(page)).toBeGreaterThanOrEqual(19);
  expect(await keptPictures(page)).toBeLessThanOrEqual(30);

  await context.setOffline(true);
  await seeAllPictures(page);
});

test('a full storage loses pictures, never the draft', { tag: '@long' }, async ({ page, context }) => {
  await signIn(page);
  await untilOfflineReady(page);
  await seeAllPictures(page);
  await expect.poll(() => keptPictures(page)).toBeGreaterThan(10);
  const storage = await context.newCDPSession(page);
  await storage.send('Storage.overrideQuotaForOrigin', { origin: world.app, quotaSize: 20_000_000 });

  await page.goto(`${world.app}/tyy/make-pic?step=front`);
  await context.setOffline(true);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.not-uploaded'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text('make-pic.not-uploaded'))).toBeVisible();

  await context.setOffline(false);
  await page.goto(`${world.app}/tyy/`);
  await expectPictures(page, 4, text('retry'));
  await expect.poll(() => keptPictures(page)).toBe(0);
  await context.setOffline(true);
  await page.goto(`${world.app}/tyy/make-pic?step=front`);
  await expect(page.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();
});

test("in the specification's bare words, a photo leads to pictures, coins are spent once", async ({
  page,
}) => {
  world.api.isBare = true;
  const user = await signIn(page);
  await page.goto(`${world.app}/tyy/make-pic`);
  await addFrontPhoto(page, text);
  await chooseTemplate(page, 1);
  world.api.log.length = 0;
  await make(page, text);

  await page.waitForURL('**/pic?**');
  await expectPictures(page, 2, text('retry'));
  await page.getByRole('button', { name: text('pic.more') }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: text('delete') })).toHaveCount(0);
  await page.goto(`${world.app}/tyy/pic-list`);
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await page.waitForURL('**/pic?**');
  await page.goto(`${world.app}/tyy/coin-flow`);
  await expect(page.getByText('A picture')).toHaveCount(1);
  expect(world.api.log.filter(name => name === 'goTrainAndGeneratePic')).toHaveLength(1);
  expect(user).toMatchObject({ coins: 30, jobs: [{ template_id: 2 }] });
});

test('in the shell: a photo, a job, saving, sharing, an ad, coins, a subscription, restoring', async ({
  browser,
}) => {
  const { page, shell, context } = await openOwnersShell(browser);
  await page.goto(`${world.app}/tyy/make-pic`);
  await page.getByRole('button', { name: text('make-pic.add-photos') }).click();
  await page.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  const user = newestUser();
  await page.getByRole('button', { name: text('ad-badge.closed', { count: 15 }) }).click();
  await page.getByRole('button', { name: text('ad-badge.open', { count: 15 }) }).click();
  await expect(page.getByText(text('ad-badge.reward', { count: 15 }))).toBeVisible();
  await chooseTemplate(page, 1);
  await make(page, text);
  await page.waitForURL('**/pic?**');
  await expectPictures(page, 2, text('retry'));
  await page.getByRole('button', { name: text('pic.save') }).click();
  await expect.poll(() => shell.callsOf('savePicture').length).toBe(1);
  await page.getByRole('button', { name: text('pic.share') }).click();
  await expect.poll(() => shell.callsOf('share')[0]?.params.url).toBe('');

  await page.goto(`${world.app}/tyy/recharge`);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(text('pay.done.coins', { count: 100 }))).toBeVisible();
  expect(user.coins).toBe(145);
  await page.goto(`${world.app}/tyy/subscription`);
  await page.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(page.getByText(text('subscription.restored'))).toBeVisible();
  await page.getByRole('button', { name: /^Extend / }).click();
  await expect(page.getByText(text('pay.done'), { exact: true })).toBeVisible();
  await expect.poll(() => shell.callsOf('closeBannerAd').length).toBeGreaterThan(0);
  await context.close();
});
