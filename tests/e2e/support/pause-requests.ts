import type { Page, Route } from '@playwright/test';
import { expect } from './story.ts';

/** Requests that stay pending, as on a slow connection, until the story releases them. */
export interface Held {
  /** Waits until exactly `count` requests are held. */
  came(count: number): Promise<void>;
  /** Releases the held requests, and stops holding later requests. */
  release(): Promise<void>;
}

/** Holds a page's requests to these addresses; if `method` is given, only requests with this method. */
export async function pauseRequests(page: Page, address: string | RegExp, method?: string): Promise<Held> {
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
