import type { Page } from '@playwright/test';
import { makingPath, picPath } from '../../../src/paths.ts';
import { aFinishedJob, aJob } from '../../support/a-job.ts';
import { type ApiUser, signInAt } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { keptAddresses, untilOfflineReady } from '../support/service-worker.ts';
import { expect, pressAndConfirm, sheetsClosed, signInPages } from '../support/story.ts';
import { chooseTemplate, pickAt } from '../support/wizard.ts';
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

/** Every screen, with something of it that only somebody sees to whom it had been shown before. */
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
  // Whatever the browser says of its network, paying is tried.
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled();

  const kept = await keptAddresses(page);
  const isPublic = (path: string) =>
    /^\/(template-pics\/|tyy\/home\/|tyy\/icons\/|v1\/getTemplates$|v1\/getHomePics$)/.test(path);
  expect(kept).toContain('/v1/getTemplates');
  expect(kept.filter(path => !isPublic(path))).toEqual([]);
});

test('going offline while waiting is said, and the wait goes on by itself', { tag: '@long' }, async ({
  page,
  context,
  user,
  holdPics,
}) => {
  await signInPages(page, user);
  const letGo = holdPics();
  const { train_id, generate_id } = await aJob(user);
  await page.goto(`/tyy${makingPath(train_id, generate_id)}`);
  await expect(page.getByText(text('making.leave'))).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(text('making.offline'))).toBeVisible();
  letGo();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/pic\?generate_id=/);
});

test('errors are not kept, and another language has responses of its own', { tag: '@long' }, async ({
  page,
}) => {
  await page.evaluate(async () => {
    const ask = (page: number, headers: Record<string, string>) =>
      fetch(`/v1/getTemplates?cur_page=${page}&page_size=3`, { headers });
    const Authorization = `Bearer ${localStorage.getItem('tyy.token')}`;
    await ask(7, { Authorization: 'Bearer wrong' });
    await ask(8, { Authorization, 'user-language': 'en' });
    await ask(8, { Authorization, 'user-language': 'zh' });
    const missing = new Image();
    missing.src = '/template-pics/987654';
    await missing.decode().catch(() => undefined);
  });
  const responses = () =>
    page.evaluate(async () => {
      const cache = await caches.open('tyy-lists');
      return (await cache.keys()).map(request => new URL(request.url).search);
    });

  await expect.poll(responses).toContain('?cur_page=8&page_size=3&user-language=zh');
  expect(await responses()).toContain('?cur_page=8&page_size=3&user-language=en');
  expect((await responses()).filter(search => search.includes('cur_page=7'))).toEqual([]);
  expect(await keptAddresses(page)).not.toContain('/template-pics/987654');
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
  await page.goto(`/tyy${picPath(generateId)}`);
  const pic = page.locator('main img').first();
  await expect(pic).toHaveJSProperty('complete', true);
  const address = await pic.getAttribute('src');
  await page.goto('/tyy/coin-flow');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goto('/tyy/setting');
  await pressAndConfirm(page, text('setting.log-out'), text('setting.log-out'));
  await expect(page.getByText(text('log-out.done'))).toBeVisible();

  // The next page has a token again, as that of a user who signs in on the same phone.
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
