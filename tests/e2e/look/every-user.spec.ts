import type { Page } from '@playwright/test';
import { picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { portrait } from '../../support/portrait.ts';
import { pressByKey } from '../support/keyboard.ts';
import { test } from '../support/own-backend.ts';
import { expect, expectAccessible, inShortForm, signInPages } from '../support/story.ts';
import { expectEdges, walk } from '../support/walk.ts';
import { text } from '../support/words.ts';

/** Windows in which the main way is walked. `size` is the root font size in px. */
const windows = [
  {
    name: 'forced colours at 400 %',
    id: 'low',
    short: true,
    forced: true,
    width: 320,
    height: 256,
    size: 16,
  },
  { name: 'forced colours', id: 'forced', short: false, forced: true, width: 390, height: 844, size: 16 },
  { name: 'text of 200 %', id: 'large', short: false, forced: false, width: 390, height: 844, size: 32 },
  { name: 'landscape', id: 'landscape', short: false, forced: false, width: 844, height: 390, size: 16 },
] as const;

for (const look of windows) {
  test(
    `no control of the main way is covered while it has the focus: ${look.name}`,
    inShortForm(look.short),
    async ({ page, user, pausePics }) => {
      test.setTimeout(240_000);
      await page.setViewportSize(look);
      await page.emulateMedia({ forcedColors: look.forced ? 'active' : 'none' });
      await page.addInitScript(size => {
        addEventListener('DOMContentLoaded', () =>
          document.documentElement.style.setProperty('font-size', size),
        );
      }, `${look.size}px`);
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
      const see = async (name: string) => {
        await page.waitForLoadState('networkidle');
        await walk(page, `${look.id}-${name}`);
        if (look.forced) await expectEdges(page, name);
      };

      await page.goto('/tyy/');
      await expect(page.getByRole('link', { name: text('home.make') })).toBeVisible();
      await see('home');
      await signInPages(page, user);
      await page.goto('/tyy/make-pic');
      await expect(page.getByRole('radio').first()).toBeAttached();
      await see('make-pic');
      await pressByKey(page, button(new RegExp(`^${text('make-pic.add-photos')}`)));
      await expect(button(text('make-pic.front-add'))).toBeVisible();
      await see('front-empty');
      const picker = page.waitForEvent('filechooser');
      await pressByKey(page, button(text('make-pic.front-add')));
      await (await picker).setFiles(portrait);
      await expect(button(text('make-pic.continue'))).toBeEnabled();
      await see('front');
      await pressByKey(page, button(text('make-pic.continue')));
      await expect(button(text('make-pic.skip'))).toBeVisible();
      await see('supplementary');
      await pressByKey(page, button(text('make-pic.skip')));
      await pressByKey(page, page.getByRole('radio').first(), 'Space');
      await see('chosen');

      const resume = pausePics();
      await pressByKey(page, page.getByRole('button', { name: text('make-pic.use') }));
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('button', { name: text('make-pic.make') })).toBeVisible();
      await see('question');
      await pressByKey(page, sheet.getByRole('button', { name: text('make-pic.make') }));
      await expect(page.getByText(text('making.leave'))).toBeVisible();
      await see('making');
      resume();
      await expect(page).toHaveURL(/\/pic\?generate_id=/, { timeout: 90_000 });
      await seePicture(page, see);
    },
  );

  test(`no control of the other screens is covered while it has the focus: ${look.name}`, {
    tag: '@long',
  }, async ({ page, user }) => {
    await aFinishedJob(user);
    await signInPages(page, user);
    await page.setViewportSize(look);
    await page.emulateMedia({ forcedColors: look.forced ? 'active' : 'none' });
    for (const name of [
      'personal-center',
      'pic-list',
      'recharge',
      'subscription',
      'coin-flow',
      'setting',
      'apps',
    ]) {
      await page.goto(`/tyy/${name}`);
      await page.evaluate(size => {
        document.documentElement.style.fontSize = size;
      }, `${look.size}px`);
      await page.waitForLoadState('networkidle');
      await walk(page, `${look.id}-${name}`);
      if (look.forced) await expectEdges(page, name);
    }
  });
}

test('with more contrast, every text of the main way has a contrast of 7 to 1, in both schemes', {
  tag: '@long',
}, async ({ page, user }) => {
  const done = await aFinishedJob(user);
  await signInPages(page, user);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    for (const address of [
      '/',
      '/make-pic',
      '/make-pic?step=front',
      picPath(done.generate_id),
      '/recharge',
    ]) {
      await page.goto(`/tyy${address}`);
      await expect(page.locator('main h1').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: `test-results/screens/walk/more-${colorScheme}${address.replace(/\W+/g, '-')}.png`,
      });
      await expectAccessible(page, ['color-contrast-enhanced']);
    }
  }
});

/** Walks through a picture's screen and its layers. */
async function seePicture(page: Page, see: (name: string) => Promise<void>): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button(text('pic.more'))).toBeEnabled();
  await see('pic');
  await pressByKey(page, button(text('pic.more')));
  await see('more');
  await page.keyboard.press('Escape');
  await pressByKey(page, button(text('pic.open', { number: 1 })));
  await see('full');
  await page.keyboard.press('Escape');
  await pressByKey(page, button(text('pic.compare')));
  await expect(page.getByRole('slider')).toBeVisible();
  await see('compare');
  const [before, after] = await Promise.all(
    [text('pic.before'), text('pic.after')].map(name => page.getByText(name, { exact: true }).boundingBox()),
  );
  const isBelow = after!.y >= before!.y + before!.height;
  expect(isBelow || after!.x >= before!.x + before!.width, 'the names of the halves lie apart').toBe(true);
}
