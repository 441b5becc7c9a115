import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { succeed } from '../../support/phone/fake-shell.ts';
import { portrait } from '../../support/portrait.ts';
import { expect, test } from '../support/in-shell.ts';
import { expectAccessible } from '../support/story.ts';

const jpeg = '/9j/4AAQ';
const methods =
  'takePhoto openAlbum importPicture savePicture pay subscription restore share login readCache writeCache deleteCache showFullScreenAd showRewardedAd closeBannerAd';

/** Opens the page and runs these checks; returns the report's lines by title. */
async function check(page: Page, ...titles: string[]): Promise<Map<string, string>> {
  await page.goto('/sandbox/bridge-check');
  for (const title of titles) await press(page, title);
  return linesOf(page);
}

/** Presses the button of a check and waits for its result. */
async function press(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).click();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) });
  await expect(row.locator('.why')).not.toHaveText(/^(no reply yet)?$/);
}

async function linesOf(page: Page): Promise<Map<string, string>> {
  const text = await page.getByLabel('Report').inputValue();
  const lines = [...text.matchAll(/^(passed|FAILED|open) +(.*?): (.*)$/gm)];
  return new Map(lines.map(([, state, title, why]) => [title as string, `${state}: ${why}`]));
}

test('all bridge checks pass in a native app without faults', async ({ page, shell }) => {
  const photo = await sharp(portrait).resize(4000, 3000, { fit: 'cover' }).jpeg({ quality: 50 }).toBuffer();
  shell.on('openAlbum', () => succeed({ pictures: { 0: photo.toString('base64') } }));
  const titles = [...methods.split(' '), 'User agent', 'A method that does not exist', 'Calls that are none'];
  const found = await check(
    page,
    ...titles,
    '20 calls at once',
    'A picture of 12 megapixels',
    'One reply a call',
  );

  for (const [title, line] of found) {
    if (/reload|restore after|skipped/.test(title)) expect(line, title).toBe('open: not tried');
    else expect(line, title).toMatch(/^passed/);
  }
  expect(found.get('User agent')).toContain('language zh-CN; called through tyyShell (Android)');
  expect(found.get('A picture of 12 megapixels')).toContain('4000 × 3000 px');
  expect(found.get('pay')).toContain('the server took the receipt');
  expect(await page.getByLabel('Report').inputValue()).not.toMatch(/sandbox:User|"receipt":"[^…]/);

  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: 'test-results/screens/bridge-check.png' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/bridge-check-dark.png', fullPage: true });
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
});

type Reply = (given: { key: string; value: string }) => unknown;

/** Wrong replies: the check that detects the reply, the reply, and the words in the report. */
const wrong: [string, Reply, RegExp][] = [
  ['pay', () => ({ malformed: { receipt: 5 } }), /data.receipt is not a text/],
  ['login', () => ({ malformed: { login_type: 'facebook' } }), /data.token is not a text/],
  ['takePhoto', () => succeed({ pictures: { 0: 'aGVsbG8=' } }), /not base64 of a known picture/],
  ['takePhoto', () => succeed({ pictures: { 1: jpeg } }), /is "1" where "0" is expected/],
  ['importPicture', () => succeed({ pictures: { 0: jpeg, 1: jpeg } }), /2 pictures, 1 were asked for/],
  ['readCache', () => succeed({ value: null }), /the key holds null where/],
  ['deleteCache', () => ({ code: 2, message: 'No such key' }), /deleteCache is never refused/],
  ['share', () => ({ code: 404, message: '' }), /does not know it/],
  ['restore', () => ({ code: '2', message: '' }), /code is not a number, but string/],
  ['noSuchMethod', () => succeed({}), /replied to with code 0/],
];

test('each bridge check reports its fault in a faulty native app', async ({ page, shell }) => {
  await page.goto('/sandbox/bridge-check');
  for (const [method, reply, why] of wrong) {
    shell.on(method as 'share', reply as never);
    const title = method === 'noSuchMethod' ? 'A method that does not exist' : method;
    await test.step(`${title}: ${why}`, async () => {
      await press(page, title);
      await expect.poll(async () => (await linesOf(page)).get(title)).toMatch(why);
      expect((await linesOf(page)).get(title)).toMatch(/^FAILED/);
    });
  }
  // The shell gives the reward although the ad was skipped.
  shell.on('showRewardedAd', () => succeed({}));
  await press(page, 'A rewarded ad that is skipped');
  await expect
    .poll(async () => (await linesOf(page)).get('A rewarded ad that is skipped'))
    .toMatch(/^FAILED/);
  shell.on('showRewardedAd', () => ({ code: 1, message: '' }));
  await press(page, 'A rewarded ad that is skipped');
  await expect
    .poll(async () => (await linesOf(page)).get('A rewarded ad that is skipped'))
    .toMatch(/^passed/);
  // Simulate a cache that drops the quotes in stored values.
  shell.on('readCache', ({ key }) => succeed({ value: shell.cache.get(key)?.replaceAll('"', '') ?? null }));
  await press(page, 'readCache');
  await expect.poll(async () => (await linesOf(page)).get('readCache')).toMatch(/where .* was written/);
});

test('the bridge check page reports each malformed or repeated reply', async ({ page }) => {
  await check(page, 'share');
  await page.evaluate(() => {
    const receive = window.tyyBridge?.receive as (json: unknown) => void;
    const last = document.querySelector('#messages li')?.textContent?.match(/"seq":(\d+)/)?.[1];
    receive(`{"seq":${last},"code":0,"message":"","data":{}}`);
    receive('{"seq":7,"code":0}');
    receive('{"seq":');
    receive({ seq: 7 });
    receive('{"seq":"7","code":0}');
  });
  const problems = page.getByRole('status');
  await expect(problems).toContainText('share had a second reply');
  await expect(problems).toContainText('a reply came for seq 7, which no call had');
  await expect(problems).toContainText('a reply is not JSON');
  await expect(problems).toContainText('receive was called with object');
  await expect(problems).toContainText('no numeric seq');
  await press(page, 'One reply a call');
  expect((await linesOf(page)).get('One reply a call')).toMatch(/^FAILED/);
});
