import type { Page } from '@playwright/test';
import { installWeixin, userAgents } from '../../support/phone/weixin-double.ts';
import { test as inShell } from '../support/in-shell.ts';
import { expect, test } from '../support/story.ts';

/** The maximum bytes of JavaScript, compressed with brotli, that may load before Home is usable. */
const most = 40_000;
const ofShell = /native-bridge-/;
const ofWeixin = /(start-im|im-sdk|share-card)-/;

/** Opens Home; returns the bytes of the scripts loaded before Home was usable, and the names of all scripts. */
async function openHome(page: Page): Promise<{ weight: number; scripts: string[] }> {
  await page.addInitScript(() => localStorage.setItem('tyy.language', 'zh'));
  await page.goto('/tyy/');
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  await page.waitForLoadState('networkidle');

  return page.evaluate(() => {
    const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    // Count only the first entry for each file, because the browser serves later ones from its cache.
    const isFirst = ({ name }: PerformanceResourceTiming, place: number) =>
      resources.findIndex(other => other.name === name) === place;
    const scripts = resources.filter(isFirst).filter(({ name }) => /\.js$/.test(name));
    const first = scripts.filter(({ startTime }) => startTime < usable);
    return {
      weight: first.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      scripts: scripts.map(({ name }) => new URL(name).pathname),
    };
  });
}

inShell('in a native app, Home loads the native bridge, but no script for WeChat', async ({ page }) => {
  const { weight, scripts } = await openHome(page);
  expect(weight).toBeLessThanOrEqual(most);
  expect(scripts.filter(name => ofShell.test(name))).toHaveLength(1);
  expect(scripts.filter(name => ofWeixin.test(name))).toEqual([]);
});

test.describe('the first scripts in WeChat', () => {
  test.use({ userAgent: userAgents.android });

  test('in WeChat, Home loads WeChat’s SDK, but not the native bridge', async ({ page }) => {
    await page.addInitScript(installWeixin, { sees: 'current' as const });
    const { weight, scripts } = await openHome(page);
    expect(weight).toBeLessThanOrEqual(most);
    expect(scripts.filter(name => /im-sdk-/.test(name))).toHaveLength(1);
    expect(scripts.filter(name => ofShell.test(name))).toEqual([]);
  });
});
