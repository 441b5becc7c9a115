import type { Page } from '@playwright/test';

/** Makes the app's timers of `from` ms take `to` ms, in pages that are opened later. */
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
