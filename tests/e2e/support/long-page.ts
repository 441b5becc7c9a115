import type { Page } from '@playwright/test';

/** As many elements as a document with a long list may have. */
export const mostElements = 600;

/** How many elements the document has, and how long the page is, px. */
export function sizeOf(page: Page): Promise<{ elements: number; height: number }> {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    height: document.documentElement.scrollHeight,
  }));
}

/** The template, job or line of a list that is first below the bar at the top, by its index. */
export function firstInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[data-index]')];
    return Number(items.find(item => item.getBoundingClientRect().bottom > 60)?.dataset.index);
  });
}

/** Scrolls to the end of what is loaded. */
export async function toTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
