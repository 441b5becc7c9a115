import type { Page } from '@playwright/test';

/** Kills the page's process, as a phone does that needs the memory. */
export async function crashPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The command never resolves: its page is gone.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
