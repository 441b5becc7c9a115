import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, signInAt } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { changeWait } from '../support/change-wait.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { keptAddresses, untilOfflineReady } from '../support/service-worker.ts';
import { expect, pressAndConfirm, sheetsClosed, signInPages } from '../support/story.ts';
import { addFrontPhoto, chooseMoreAndConfirm, chooseTemplate, pickAt } from '../support/wizard.ts';
import { wordsOf } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

const text = wordsOf('en');

let traveller: ApiUser;
let generateId = '';

test.beforeAll(async ({ baseURL }) => {
  traveller = await signInAt(baseURL ?? '', `Traveller ${Date.now()}`);
  generateId = (await aFinishedJob(traveller)).generate_id;
});

test.beforeEach(async ({ page }) => {
  await signInPages(page, traveller);
  await page.goto('/tyy/');
  await untilOfflineReady(page);
});

/** Every screen, with an element that is visible only to users who had loaded it before. */
function screens(page: Page) {
  const mark = page.getByText(text('offline.mark'));
  return [
    { address: '/', shows: [page.getByRole('img', { name: text('home.background') })] },
    {
      address: '/make-pic',
      shows: [page.getByText(text('make-pic.offline')), page.getByRole('radio').nth(5)],
    },
    { address: '/making?train_id=1&generate_id=', shows: [page.getByText(text('making.offline'))] },
    { address: '/personal-center', shows: [mark, page.getByText(/^Traveller/)] },
    { address: '/pic-list', shows: [mark, page.getByText(text('pic-list.done'))] },
    { address: picPath(generateId), shows: [mark, page.getByRole('button', { name: text('pic.save') })] },
    { address: '/recharge', shows: [page.getByText(text('pay.offline')), page.getByRole('radio').nth(1)] },
    {
      address: '/subscription',
      shows: [page.getByText(text('pay.offline')), page.getByRole('radio').first()],
    },
    { address: '/coin-flow', shows: [mark, page.getByRole('row').nth(1)] },
    { address: '/setting', shows: [page.getByText(text('setting.version'))] },
    { address: '/apps', shows: [page.getByText('Tyy portraits').first()] },
    { address: '/privacy', shows: [page.getByRole('heading', { level: 2 }).first()] },
    { address: '/term', shows: [page.getByRole('heading', { level: 2 }).first()] },
  ];
}

test('without a network every screen opens and shows what was last known', async ({ page, context }) => {
  for (const { address } of screens(page)) {
    await page.goto(`/tyy${address}`);
    await page.waitForLoadState('networkidle');
  }

  await context.setOffline(true);
  for (const { address, shows } of screens(page)) {
    await test.step(address, async () => {
      await page.goto(`/tyy${address}`);
      await expect(page.locator('main h1').first()).toBeVisible();
      for (const part of shows) await expect(part.first()).toBeAttached();
    });
  }
  await page.goto('/tyy/recharge');
  // Paying is tried even if the browser reports no network.
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();

  const kept = await keptAddresses(page);
  const isPublic = (path: string) =>
    /^\/(template-pics\/|tyy\/home\/|tyy\/icons\/|v1\/getTemplates$|v1\/getHomePics$)/.test(path);
  expect(kept).toContain('/v1/getTemplates');
  expect(kept.filter(path => !isPublic(path))).toEqual([]);
});

test('a draft that is made without a network goes on when it is back', { tag: '@long' }, async ({
  page,
  context,
  user,
}) => {
  await signInPages(page, user);
  await page.goto('/tyy/make-pic?step=front');
  await context.setOffline(true);
  await pickAt(page, text('make-pic.front-add'), portrait);
  await expect(page.getByText(text('make-pic.offline'))).toBeVisible();
  await expect(page.getByText(text('make-pic.not-uploaded'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text('make-pic.not-uploaded'))).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(text('make-pic.not-uploaded'))).toBeHidden();
  await page.getByRole('button', { name: text('make-pic.continue') }).click();
  await page.getByRole('button', { name: text('make-pic.skip') }).click();
  await chooseTemplate(page, 1);
  await page.getByRole('button', { name: new RegExp(`^${text('make-pic.use')}`) }).click();
  await expect(page.getByRole('dialog')).toContainText(text('make-pic.confirm'));
});

test('a user who logs out leaves nothing of theirs for the next user without a network', async ({
  page,
  context,
}) => {
  const shifts = await watchLayoutShifts(page);
  await page.goto(`/tyy${picPath(generateId)}`);
  const pic = page.locator('main img').first();
  await expect(pic).toHaveJSProperty('complete', true);
  const address = await pic.getAttribute('src');
  await page.goto('/tyy/coin-flow');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goto('/tyy/setting');
  await expect(page.getByText(text('photos.erase-all'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  Object.assign(shifts, { score: 0, places: [] });
  await pressAndConfirm(page, text('setting.log-out'), text('setting.log-out'));
  await expect(page.getByText(text('log-out.done'))).toBeVisible();
  expect(shifts.score, shifts.places.join('\n')).toBeLessThan(0.01);

  // The next page has a token again, as after a new user's sign-in on the same phone.
  await sheetsClosed(page);
  await context.setOffline(true);
  await page.goto('/tyy/coin-flow');
  await expect(page.getByText(text('error.load-offline'))).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.goto(`/tyy${picPath(generateId)}`);
  await expect(page.getByText(text('error.load-offline'))).toBeVisible();
  const isKept = page.evaluate(async address => (await fetch(address ?? '')).ok, address);
  await expect(isKept).rejects.toThrow();
});

test('an address of nothing is the screen that says so, also once the app needs no network', async ({
  page,
}) => {
  for (const address of ['/tyy/%', '/tyy/..%2f', '/tyy/%00', '/tyy/no/such']) {
    expect((await page.request.get(address)).status()).toBe(404);
    await page.goto(address);
    await expect(page.getByText(text('not-found.text'))).toBeVisible();
  }
});

test('previews, before and after, and a redo say what waits for the network', {
  tag: '@long',
}, async ({ page, context, user }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // The app waits three seconds after each failed preview.
  await changeWait(page, 3000, 30);
  await signInPages(page, user);
  await page.goto('/tyy/make-pic');
  await addFrontPhoto(page, text);
  const preview = /\/pictures\/previews\//;
  await expect(page.locator('[data-template] img').nth(2)).toHaveAttribute('src', preview);
  await context.setOffline(true);
  const below = page.locator('[data-index="15"]');
  await page.evaluate(() => window.scrollTo(0, 900));
  await below.scrollIntoViewIfNeeded();
  await expect(page.getByText(text('make-pic.see-yourself.offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(below.locator('img')).toHaveAttribute('src', preview);

  const { generate_id } = await aFinishedJob(user);
  await page.goto(`/tyy${picPath(generate_id)}`);
  await expect(button(text('pic.compare'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await button(text('pic.compare')).click();
  await expect(page.getByText(text('pic.compare-offline'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByAltText(text('pic.before'))).toHaveJSProperty('complete', true);
  await expect(page.getByText(text('pic.compare-offline'))).toHaveCount(0);
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await chooseMoreAndConfirm(page, text, 'reject.redo', text('reject.other'));
  await expect(page.getByText(text('offline'), { exact: true })).toBeVisible();
  await context.setOffline(false);
});
