import type { Locator, Page } from '@playwright/test';
import { aFinishedJob } from '../../support/a-job.ts';
import type { ApiUser } from '../../support/api.ts';
import { portrait } from '../../support/portrait.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ settings: { GENERATE_COST: '10' }, serviceWorkers: 'allow' });

/** Counts what a person does: their taps, and the screens that they see. A name that is typed and a photo that is picked are theirs. */
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
const isMaking = /\/tyy\/(making|pic)\?/;

async function publicPage(user: ApiUser): Promise<string> {
  const { generate_id } = await aFinishedJob(user);
  const { list } = (await user.get('getUserPicsByGenerateId', { generate_id })).data;
  const [pic] = list;
  const card = await user.post('createShareCard', { generate_id, pic_id: pic?.id ?? '' });
  return card.data.page_url;
}

/** From the sign-in to the waiting screen, with a template chosen before. */
async function makeAsNewcomer(
  page: Page,
  tap: (target: Locator) => Promise<void>,
  name: string,
): Promise<void> {
  await page.waitForURL('**/sandbox/login**');
  await page.locator('input[name=name]').fill(name);
  await tap(page.locator('button[value=sign-in]'));
  await expect(page.getByRole('heading', { name: text('make-pic.front') })).toBeVisible();
  const picker = page.waitForEvent('filechooser');
  await tap(button(page, text('make-pic.front-add')));
  await (await picker).setFiles(portrait);
  await tap(button(page, text('make-pic.see-myself')));
  await tap(button(page, use));
  await tap(page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') }));
  await page.waitForURL(isMaking);
}

test('from a friend’s link a newcomer needs six taps and five screens, in the language of the link', async ({
  page,
  user,
  userName,
}) => {
  const { tap, end } = countOn(page);
  await page.goto(await publicPage(user));
  await tap(page.getByRole('link').first());
  await makeAsNewcomer(page, tap, `${userName}’s friend`);
  const { taps, screens } = end();
  expect(taps).toBeLessThanOrEqual(6);
  // The last is the waiting screen itself, or the pictures where they came at once.
  expect(screens - 1).toBeLessThanOrEqual(5);
  expect(await page.evaluate(() => localStorage.getItem('tyy.language'))).toBe('en');
});

/** Scrolls down until something has come. */
async function scrollTo(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(wanted).toBeVisible({ timeout: 1000 });
  }).toPass();
  await wanted.scrollIntoViewIfNeeded();
}

test('from a sample on Home a newcomer needs six taps; who comes back three, and the same style again two', {
  tag: '@long',
}, async ({ page, userName }) => {
  await page.goto('/tyy/');
  const newcomer = countOn(page);
  const samples = page.locator('section').filter({
    has: page.getByRole('heading', { name: new RegExp(`^${text('home.samples')}$|^${text('home.new')}$`) }),
  });
  const sample = samples.getByRole('listitem').getByRole('link');
  // They come, and their pictures too, when somebody gets there.
  await scrollTo(page, sample.first());
  await expect(sample.first().locator('img[src*="template-pics"]')).toBeVisible();
  await expectAccessible(page);
  await newcomer.tap(sample.first());
  await makeAsNewcomer(page, newcomer.tap, userName);
  expect(newcomer.end().taps).toBeLessThanOrEqual(6);
  await page.waitForURL('**/tyy/pic?**');

  await page.goto('/tyy/');
  await scrollTo(page, page.getByText(text('home.latest')));
  const back = countOn(page);
  await back.tap(sample.nth(1));
  await back.tap(button(page, use));
  await back.tap(page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') }));
  expect(back.end().taps).toBeLessThanOrEqual(3);
  await page.waitForURL('**/tyy/pic?**');

  const again = countOn(page);
  await again.tap(button(page, text('pic.another')));
  await again.tap(page.getByRole('dialog').getByRole('button', { name: text('make-pic.make') }));
  expect(again.end().taps).toBe(2);
  await page.waitForURL(isMaking);
});

test('the language of a link is its reader’s choice, until they make another', { tag: '@long' }, async ({
  page,
}) => {
  const chinese = wordsOf('zh');
  await page.goto('/tyy/?lang=zh');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chinese('home.title'));
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('home.title'));
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('home.title'));
  await page.goto('/tyy/setting?lang=zh');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chinese('setting.title'));
});
