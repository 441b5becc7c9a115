import type { Page } from '@playwright/test';

/** Has the app's waits of `from` ms take `to` ms in the pages that are opened from now on. */
export async function changeWait(page: Page, from: number, to: number): Promise<void> {
  await page.addInitScript(
    ([from, to]) => {
      const { setTimeout: wait } = window;
      Object.assign(window, {
        setTimeout: (run: () => void, delay = 0) => wait(run, delay === from ? to : delay),
      });
    },
    [from, to] as const,
  );
}
