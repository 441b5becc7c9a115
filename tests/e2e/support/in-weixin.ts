import type { Page } from '@playwright/test';
import { installWeixin, type WeixinCall, type WeixinOptions } from '../../support/weixin-double.ts';

/** What WeChat says when it has taken a card for its menu. */
export const ready = 'updateAppMessageShareData:ok';

/** Opens an address of the app in WeChat, signed in by a token. */
export async function openInWeixin(
  page: Page,
  address: string,
  options: WeixinOptions,
  token = '',
): Promise<void> {
  await page.addInitScript(installWeixin, options);
  await page.addInitScript(token => token && localStorage.setItem('tyy.token', token), token);
  await page.goto(`/tyy${address}`);
}

/** What the page has asked of WeChat. */
export function callsOf(page: Page): Promise<WeixinCall[]> {
  return page.evaluate(() => window.weixinCalls);
}

/** What WeChat has replied, in the same order. */
export async function resultsOf(page: Page): Promise<string[]> {
  return (await callsOf(page)).map(call => call.result);
}

/** What WeChat's menu would share now. */
export async function cardOf(page: Page): Promise<Record<string, unknown> | undefined> {
  const calls = await callsOf(page);
  return calls.findLast(call => call.result === ready)?.params;
}
