import type { Page, Route } from '@playwright/test';
import { expect } from './story.ts';

/** Requests that are on their way for as long as a story wants, as on a line that takes seconds for each. */
export interface Held {
  /** Resolves when so many are on their way, and looks that there are no more. */
  came(count: number): Promise<void>;
  /** Lets them through, and all that follow. */
  release(): Promise<void>;
}

/** Holds what a page requests at these addresses, of one method where it is given. */
export async function hold(page: Page, address: string | RegExp, method?: string): Promise<Held> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(address, async route => {
    const isMeant = method === undefined || route.request().method() === method;
    if (isOpen || !isMeant) return route.fallback();
    held.push(route);
  });
  return {
    came: count => expect.poll(() => held.length).toBe(count),
    async release() {
      isOpen = true;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}
