import { makingPath, picPath } from '../../../src/paths.ts';
import { aFinishedJob } from '../../support/api/a-job.ts';
import { signInAt } from '../../support/api/api.ts';
import { watchLayoutShifts } from '../support/layout-shifts.ts';
import { test } from '../support/own-backend.ts';
import { pauseRequests } from '../support/pause-requests.ts';
import { expect, expectAccessible, inShortForm } from '../support/story.ts';
import { text } from '../support/words.ts';

/**
 * Variants in which every screen is checked. The last variant skips axe, because its elements and colours are the same
 * as in `dark`. Without LONG=1, only the variant with `short` runs. Screenshots are in test-results/screens.
 */
const looks = [
  { name: 'light', short: false, axe: true, language: 'en', scheme: 'light', width: 390, height: 844 },
  { name: 'dark', short: false, axe: true, language: 'en', scheme: 'dark', width: 390, height: 844 },
  { name: 'dark-chinese', short: true, axe: true, language: 'zh', scheme: 'dark', width: 320, height: 568 },
  { name: 'wide', short: false, axe: false, language: 'en', scheme: 'dark', width: 1280, height: 800 },
] as const;

test.use({ settings: { TEMPLATE_PREVIEWS: '0' } });

let token = '';
let addresses: [string, string][] = [];

test.beforeAll(async ({ baseURL }) => {
  const user = await signInAt(baseURL ?? '', `Looker ${Date.now()}`);
  const done = await aFinishedJob(user);
  token = user.token;
  addresses = [
    ['home', '/'],
    ['make-pic', '/make-pic'],
    ['make-pic-front', '/make-pic?step=front'],
    ['make-pic-supplementary', '/make-pic?step=supplementary'],
    ['making-gone', makingPath('nobodys', '')],
    ['personal-center', '/personal-center'],
    ['pic-list', '/pic-list'],
    ['favourites', '/pic-list?favourites=1'],
    ['pic', picPath(done.generate_id)],
    ['setting', '/setting'],
    ['help', '/setting?help=1'],
    ['apps', '/apps'],
    ['recharge', '/recharge'],
    ['coin-flow', '/coin-flow'],
    ['subscription', '/subscription'],
    ['privacy', '/privacy'],
    ['term', '/term'],
    ['not-found', '/no-such-place'],
  ];
});

for (const look of looks) {
  test(
    `every screen fits${look.axe ? ' and passes axe' : ''}: ${look.name}`,
    inShortForm(look.short),
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width: look.width, height: look.height });
      await page.emulateMedia({ colorScheme: look.scheme });
      await page.addInitScript(
        ([kept, language]) => {
          localStorage.setItem('tyy.token', kept);
          localStorage.setItem('tyy.language', language);
        },
        [token, look.language] as const,
      );

      const shifts = await watchLayoutShifts(page);
      for (const [name, address] of addresses) {
        Object.assign(shifts, { score: 0, places: [] });
        await test.step(name, async () => {
          await page.goto(`/tyy${address}`);
          await expect(page.locator('main h1').first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          await page.screenshot({ path: `test-results/screens/${look.name}/${name}.png` });
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(tooWide, 'nothing sticks out at the side').toBeLessThanOrEqual(0);
          await expect(page.locator('main h1:visible')).toHaveCount(1);
          expect(shifts.score, `nothing moves: ${shifts.places.join('; ')}`).toBeLessThanOrEqual(0.02);
          if (look.axe) await expectAccessible(page);
        });
      }
    },
  );
}

test.describe('screens on a slow connection', () => {
  // Block service workers, because Playwright cannot delay their requests.
  test.use({ serviceWorkers: 'block' });

  for (const [address, early, late] of [
    ['/make-pic?step=front', text('make-pic.front-lead'), text('make-pic.front-replace')],
    ['/setting', text('setting.version'), text('photos.title')],
    ['/recharge', text('recharge.balance'), text('gold-coins', { count: 500 })],
  ] as const) {
    test(`content that loads late moves no other content on ${address}`, async ({ page }) => {
      await page.addInitScript(kept => localStorage.setItem('tyy.token', kept), token);
      const shifts = await watchLayoutShifts(page);
      const comesLate = page.getByText(late).first();
      const held = await pauseRequests(page, /\/v1\/|\/assets\/en\.extras-/);
      await page.goto(`/tyy${address}`);
      await expect(page.getByText(early).first()).toBeVisible();
      await expect(comesLate).toBeHidden();
      // Wait for a paint, because only painted elements can shift.
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await held.release();
      await expect(comesLate).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(shifts.score, `nothing moves: ${shifts.places.join('; ')}`).toBeLessThanOrEqual(0.02);
    });
  }
});
