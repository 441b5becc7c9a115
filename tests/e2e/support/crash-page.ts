import type { Page } from '@playwright/test';

/** Ends a page as a phone does that needs its memory: its process dies in the middle of what it does. */
export async function crashPage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // It gets no response from a page that is gone.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
