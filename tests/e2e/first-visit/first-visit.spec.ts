import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/paths.ts';
import { expect, test } from '../support/story.ts';
import { text, wordsOf } from '../support/words.ts';

test.use({ serviceWorkers: 'allow' });

/** The maximum bytes that a first visit to Home transfers, including prefetched files. */
const mostBytes = 75_000;
/**
 * The bytes that a server can send over TCP before it waits for the first acknowledgement: ten segments of 1,460 bytes,
 * less 400 for TLS.
 */
const firstWindow = 14_200;

type Titled = (typeof paths)[Exclude<keyof typeof paths, 'home'>] extends `/${infer Name}` ? Name : never;

/** Waits until Home reacts to taps. */
async function usable(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
}

test('before Home is usable, it loads exactly the scripts that scripts/size.mjs counts', async ({ page }) => {
  await page.goto('/tyy/');
  await usable(page);

  const asked = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('usable');
    const early = performance
      .getEntriesByType('resource')
      .filter(entry => entry.startTime < (mark?.startTime ?? 0));
    return early.map(entry => new URL(entry.name).pathname).filter(path => path.endsWith('.js'));
  });

  const counted = execFileSync(process.execPath, ['scripts/size.mjs', '--home'], { encoding: 'utf8' });
  expect(asked.sort()).toEqual(counted.split('\n').map(file => `/tyy/${file}`));
});

test('a first visit to Home stays within its budget of bytes', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const ahead = page.waitForResponse(/\/shared-code-[\w-]+\.js/);

  await page.goto('/tyy/');
  await (await ahead).finished();
  await page.waitForLoadState('networkidle');

  expect(bytes).toBeGreaterThan(30_000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);

  // A visitor who does anything gets the next screen too.
  const next = page.waitForResponse(/\/make-pic-[\w-]+\.js/);
  await page.mouse.wheel(0, 50);
  await next;
});

test('Home’s HTML fits the first TCP window and needs no JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const sizes: number[] = [];
  client.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  const others: string[] = [];
  page.on('request', request => others.push(request.resourceType()));

  await page.goto('/tyy/');

  await expect(page.getByRole('heading', { level: 1, name: text('home.title') })).toBeVisible();
  const action = page.getByRole('link', { name: text('home.make') });
  await expect(action).toBeVisible();
  expect(sizes[0]).toBeLessThanOrEqual(firstWindow);
  expect(others).not.toContain('stylesheet');

  // The link works before scripts have loaded.
  await action.click();
  await page.waitForURL('**/tyy/make-pic');
  await context.close();
});

test('hydration does not change Home', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('tyy.language', 'zh');
    const changes: string[] = [];
    Object.assign(window, { changes });
    document.addEventListener('DOMContentLoaded', () => {
      const app = document.querySelector('#app');
      if (!app) return;
      changes.push(`first: ${app.textContent}`);
      const first = new Set<Node>([app, ...app.querySelectorAll('*')]);
      new MutationObserver(records => {
        for (const { type, target, removedNodes } of records) {
          // After the load event, Home may only add nodes.
          const isMore = document.readyState === 'complete' && type === 'childList' && !removedNodes.length;
          if (!first.has(target) || isMore) continue;
          changes.push(`${type} of ${target.nodeName}`);
        }
      }).observe(app, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  });

  await page.goto('/tyy/');
  await usable(page);
  await page.waitForLoadState('networkidle');

  const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes);
  expect(changes).toHaveLength(1);
  expect(changes[0]).toContain(wordsOf('zh')('home.lead'));
});

test('Home shows its text before its picture, and never in the wrong language', async ({ page, request }) => {
  const home = await (await request.get('/tyy/')).text();
  const [beginning = ''] = home.split('<template');
  await page.route('**/tyy/', route => route.fulfill({ contentType: 'text/html', body: beginning }));
  await page.route('**/assets/*.js', () => {});
  const title = page.getByRole('heading', { name: text('home.title') });

  await page.goto('/tyy/', { waitUntil: 'commit' });
  await expect(title).toBeVisible();
  await expect(page.getByAltText(text('home.background'))).not.toHaveAttribute('src');

  await page.evaluate(() => localStorage.setItem('tyy.language', 'zh'));
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeAttached();
  await expect(title).toBeHidden();
});

test('the HTML of every address already contains the title bar of its screen', async ({ page }) => {
  await page.route('**/assets/*.js', () => {});
  const { home: _, ...others } = paths;
  for (const path of Object.values(others)) await expectFrame(path, text(`${path.slice(1) as Titled}.title`));
  for (const address of ['/pic-list/', '/%70ic-list?from=a-friend'])
    await expectFrame(address, text('pic-list.title'));
  for (const address of ['/no-such-place', '/constructor', '/%'])
    await expectFrame(address, text('not-found.title'));

  async function expectFrame(address: string, title: string): Promise<void> {
    await page.goto(`/tyy${address}`, { waitUntil: 'commit' });
    await expect(page.locator('h1'), address).toHaveText([title]);
    await expect(page.locator('h1')).toBeVisible();
    const isTab = title === text('personal-center.title');
    await expect(page.getByRole('link', { name: text('tab.home') })).toHaveCount(isTab ? 1 : 0);
  }
});

test('if a host serves Home’s HTML everywhere, other screens do not show Home', async ({ page, request }) => {
  const home = await (await request.get('/tyy/')).text();
  await page.route('**/tyy/setting', route => route.fulfill({ contentType: 'text/html', body: home }));
  await page.route('**/assets/*.js', () => {});

  await page.goto('/tyy/setting', { waitUntil: 'commit' });

  await expect(page.locator('#app')).toBeAttached();
  await expect(page.getByRole('heading', { name: text('home.title') })).toHaveCount(0);
});

test('a screen is Chinese from its first frame in language, title and manifest, if Chinese was chosen before', async ({
  page,
}) => {
  await page.goto('/tyy/?lang=zh');
  await page.route('**/assets/*.js', () => {});
  await page.goto('/tyy/setting', { waitUntil: 'commit' });
  await expect(page).toHaveTitle('设置 · Tyy 写真');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await expect(page.locator('[rel=manifest]')).toHaveAttribute('href', '/tyy/manifest.zh.webmanifest');
});

test('the app uses the language in the link until the user chooses another language', async ({ page }) => {
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
