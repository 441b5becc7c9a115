import type { Page, Route } from '@playwright/test';
import { expect } from './story.ts';

/** Requests held until a story releases them, as on a slow connection. */
export interface Held {
  /** Resolves once exactly so many requests are held. */
  came(count: number): Promise<void>;
  /** Releases the held requests, and all later ones. */
  release(): Promise<void>;
}

/** Holds a page's requests to these addresses; if `method` is given, only requests with it. */
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
