import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { type ApiUser, signInAt } from '../../support/api/api.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { keptAddresses, untilOfflineReady } from '../support/service-worker.ts';
import { expect, pressAndConfirm, sheetsClosed, signInPages } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

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

/** Screens with saved data, each with elements that appear offline only if the user has opened the screen before. */
function screens(page: Page) {
  const mark = page.getByText(text('offline.mark'));
  return [
    { address: '/', shows: [page.getByRole('img', { name: text('home.background') })] },
    {
      address: '/make-pic',
      shows: [page.getByText(text('make-pic.offline')), page.getByRole('radio').nth(5)],
    },
    { address: '/pic-list', shows: [mark, page.getByText(text('pic-list.done'))] },
    { address: picPath(generateId), shows: [mark, page.getByRole('button', { name: text('pic.save') })] },
    { address: '/recharge', shows: [page.getByText(text('pay.offline')), page.getByRole('radio').nth(1)] },
    { address: '/setting', shows: [page.getByText(text('setting.version'))] },
    { address: '/apps', shows: [page.getByText(text('apps.none'))] },
    { address: '/privacy', shows: [page.getByRole('heading', { level: 2 }).first()] },
  ];
}

test('offline, screens show their last loaded data', async ({ page, context }) => {
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
  // Paying stays possible, because `onLine` may be wrong.
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();

  const kept = await keptAddresses(page);
  const isPublic = (path: string) =>
    /^\/(template-pics\/|tyy\/home\/|tyy\/icons\/|v1\/getTemplates$|v1\/getHomePics$)/.test(path);
  expect(kept).toContain('/v1/getTemplates');
  expect(kept.filter(path => !isPublic(path))).toEqual([]);
});

test('after a log-out, coin history and pictures cannot be read offline', async ({ page, context }) => {
  const shifts = await watchLayoutShifts(page);
  await page.goto(`/tyy${picPath(generateId)}`);
  const pic = page.locator('main img').first();
  await expect(pic).toHaveJSProperty('complete', true);
  const address = await pic.getAttribute('src');
  await page.goto('/tyy/coin-flow');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goto('/tyy/setting');
  await expect(page.getByText(text('photos.title'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  Object.assign(shifts, { score: 0, places: [] });
  await pressAndConfirm(page, text('setting.log-out'), text('setting.log-out'));
  await expect(page.getByText(text('log-out.done'))).toBeVisible();
  expect(shifts.score, shifts.places.join('\n')).toBeLessThan(0.01);

  // The init script signs the next page in again, like another user on the same phone.
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

test('an unknown address shows “Not found”, also with a service worker', async ({ page }) => {
  for (const address of ['/tyy/%', '/tyy/..%2f', '/tyy/%00', '/tyy/no/such']) {
    expect((await page.request.get(address)).status()).toBe(404);
    await page.goto(address);
    await expect(page.getByText(text('not-found.text'))).toBeVisible();
  }
});
