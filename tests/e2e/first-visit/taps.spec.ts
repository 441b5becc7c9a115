import type { Locator, Page } from '@playwright/test';
import { aFinishedJob } from '../../support/api/a-job.ts';
import type { ApiUser } from '../../support/api/api.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible } from '../support/story.ts';
import { text } from '../support/words.ts';

test.use({ settings: { GENERATE_COST: '10' }, serviceWorkers: 'allow' });

/** Counts the user's taps and the screens that the user sees. */
function countOn(page: Page) {
  const screens = new Set<string>();
  let taps = 0;
  const look = () => {
    const { pathname, search } = new URL(page.url());
    screens.add(pathname + (new URLSearchParams(search).get('step') ?? ''));
  };
  return {
    async tap(target: Locator): Promise<void> {
      await expect(target).toBeEnabled();
      look();
      taps += 1;
      await target.click();
    },
    end() {
      look();
      return { taps, screens: screens.size };
    },
  };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const use = new RegExp(`^${text('make-pic.use')}`);
const makeIt = (page: Page) => page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') });
const isMaking = /\/tyy\/(making|pic)\?/;

async function publicPage(user: ApiUser): Promise<string> {
  const { generate_id } = await aFinishedJob(user);
  const { list } = (await user.get('getUserPicsByGenerateId', { generate_id })).data;
  const [pic] = list;
  const card = await user.post('createShareCard', { generate_id, pic_id: pic?.id ?? '' });
  return card.data.page_url;
}

/** Scrolls down until the element is visible. */
async function scrollTo(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(wanted).toBeVisible({ timeout: 1000 });
  }).toPass();
  await wanted.scrollIntoViewIfNeeded();
}

test('a newcomer needs at most six taps from a link to a picture', async ({ page, user, userName }) => {
  const newcomer = countOn(page);
  await page.goto(await publicPage(user));
  await newcomer.tap(page.getByRole('link').first());
  await page.waitForURL('**/sandbox/login**');
  await page.locator('input[name=name]').fill(`${userName}’s friend`);
  await newcomer.tap(page.locator('button[value=sign-in]'));
  await expect(page.getByRole('heading', { name: text('make-pic.front') })).toBeVisible();
  const picker = page.waitForEvent('filechooser');
  await newcomer.tap(button(page, text('make-pic.front-add')));
  await (await picker).setFiles(portrait);
  await newcomer.tap(button(page, text('make-pic.see-myself')));
  await newcomer.tap(button(page, use));
  await newcomer.tap(makeIt(page));
  await page.waitForURL(isMaking);
  const { taps, screens } = newcomer.end();
  expect(taps).toBeLessThanOrEqual(6);
  // Do not count the last screen, which shows the running job or the finished pictures.
  expect(screens - 1).toBeLessThanOrEqual(5);
  expect(await page.evaluate(() => localStorage.getItem('tyy.language'))).toBe('en');
  await page.waitForURL('**/tyy/pic?**');

  await page.goto('/tyy/');
  const samples = page.locator('section').filter({
    has: page.getByRole('heading', { name: new RegExp(`^${text('home.samples')}$|^${text('home.new')}$`) }),
  });
  const sample = samples.getByRole('listitem').getByRole('link');
  // Tiles and their pictures load only near the window, so scroll.
  await scrollTo(page, sample.first());
  await expect(sample.first().locator('img[src*="template-pics"]')).toBeVisible();
  await expectAccessible(page);
  const back = countOn(page);
  await back.tap(sample.nth(1));
  await back.tap(button(page, use));
  await back.tap(makeIt(page));
  expect(back.end().taps).toBeLessThanOrEqual(3);
  await page.waitForURL('**/tyy/pic?**');

  const again = countOn(page);
  await again.tap(button(page, text('pic.another')));
  await again.tap(makeIt(page));
  expect(again.end().taps).toBe(2);
  await page.waitForURL(isMaking);
});
