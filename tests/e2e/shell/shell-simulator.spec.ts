import type { FrameLocator, Page } from '@playwright/test';
import { accountOf } from '../../support/api.ts';
import { inShortForm } from '../support/in-short-form.ts';
import { expect, expectAccessible, test } from '../support/story.ts';
import { wordsOf } from '../support/words.ts';

const text = wordsOf('en');

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });

/** The app inside the simulator's phone. */
const appIn = (page: Page): FrameLocator => page.frameLocator('#webview iframe');

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

for (const transport of ['android', 'ios']) {
  const title = `in the simulator a photo is chosen and coins are paid, over the ${transport} transport`;
  test(title, inShortForm(transport === 'ios'), async ({ page, userName, user }) => {
    await page.addInitScript(chosen => {
      localStorage.setItem('tyy-shell.settings', JSON.stringify({ transport: chosen, language: 'en' }));
    }, transport);
    await page.goto('/sandbox/shell');
    const app = appIn(page);
    await app.getByRole('link', { name: text('home.make') }).click();
    await signIn(page, userName);

    await app.getByRole('button', { name: text('make-pic.add-photos') }).click();
    await app.getByRole('button', { name: text('make-pic.front-add'), exact: true }).click();
    await page.getByRole('button', { name: 'Photo library' }).click();
    await page.getByRole('checkbox', { name: 'Photo 2' }).check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(app.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();

    // The phone ends the webview: it opens again where it was.
    await page.getByRole('button', { name: 'Kill the webview' }).click();
    await expect(page.locator('#webview iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Restart it' }).click();
    await expect(app.getByRole('button', { name: text('make-pic.continue') })).toBeVisible();

    await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      frame?.contentWindow?.location.assign('/tyy/recharge');
    });
    await app.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(app.getByText(text('gold-coins', { count: 150 }))).toBeVisible();
    expect((await accountOf(user)).coins).toBe(150);

    const log = page.getByRole('list', { name: 'Messages' });
    await expect(log.locator('[data-method=pay][data-code=ok]')).toHaveCount(1);
    await page.getByLabel('Next call to fail').selectOption('pay');
    await expect(app.getByRole('button', { name: /^Pay / })).not.toHaveAttribute('aria-busy');
    await app.getByRole('button', { name: /^Pay / }).click();
    await expect(app.getByText('The phone refused pay (7)')).toBeVisible();
    await expect(log.locator('[data-method=pay][data-code=refused]')).toHaveCount(1);
  });
}

test('in the simulator storage is evicted, an ad is watched and a subscription restored', {
  tag: '@long',
}, async ({ page, userName }) => {
  await page.goto('/sandbox/shell');
  const app = appIn(page);
  await app.getByRole('link', { name: text('tab.my'), exact: true }).click();
  await signIn(page, userName);
  await expect(app.getByText(userName)).toBeVisible();
  await expect(page.getByLabel('Banner ad')).toBeVisible();

  await page.getByRole('button', { name: 'Evict its storage' }).click();
  await expect(app.getByText(userName)).toBeVisible();

  await app.getByRole('button', { name: text('ad-entry.closed', { count: 15 }) }).click();
  await app.getByRole('button', { name: text('ad-entry.open', { count: 15 }) }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(app.getByText(text('ad-entry.reward', { count: 15 }))).toBeVisible();

  await page.getByRole('checkbox').check();
  await app.getByRole('link', { name: text('subscription.title') }).click();
  await app.getByRole('button', { name: text('subscription.restore') }).click();
  await expect(app.getByText(text('subscription.active'))).toBeVisible();
  await expect(page.getByLabel('Banner ad')).toBeHidden();
});

test('a service worker of an ordinary tab does not come between the simulator and its app', {
  tag: '@long',
}, async ({ page, context }) => {
  const ordinary = await context.newPage();
  await ordinary.goto('/tyy/');
  await ordinary.evaluate(async () => {
    await navigator.serviceWorker.register('/tyy/service-worker.js');
    await navigator.serviceWorker.ready;
  });

  await page.goto('/sandbox/shell');
  await expect(appIn(page).getByRole('link', { name: text('home.make') })).toBeVisible();
  await page.getByRole('button', { name: 'Restart it' }).click();
  await expect(appIn(page).getByRole('link', { name: text('home.make') })).toBeVisible();
  const log = page.getByRole('list', { name: 'Messages' });
  await expect(log.locator('[data-method=readCache]').first()).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    const isShort = scheme === 'dark' && width === 390;
    test(`the simulator is accessible, ${scheme} at ${width} px`, inShortForm(isShort), async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/sandbox/shell');
      await expect(appIn(page).getByRole('link', { name: text('home.make') })).toBeVisible();
      if (width === 390) await page.getByRole('button', { name: 'Console' }).click();
      await expect(page.getByRole('heading', { name: 'Shell simulator' })).toBeVisible();
      await expectAccessible(page);
    });
  }
}
