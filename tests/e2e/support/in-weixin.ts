import type { Page } from '@playwright/test';
import { installWeixin, type WeixinOptions } from '../../support/weixin-double.ts';

/** Opens an address of the app in WeChat; `token` signs the page in. */
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
