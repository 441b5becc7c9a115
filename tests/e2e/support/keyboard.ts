import type { Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

/** The maximum number of Tab presses to reach a control. */
const mostStops = 60;

/** Presses Tab until the control has the focus, and expects a visible focus ring. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate(element => element === document.activeElement);
  for (let stops = 0; stops < mostStops && !(await isFocused()); stops++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
  expect(await target.evaluate(hasRing), 'the focus is seen').toBe(true);
}

export async function pressByKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Expects the focus on a visible element, not on the body. */
export async function expectFocus(page: Page): Promise<void> {
  const hasPlace = () =>
    page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('[inert], [hidden]'),
    );
  await expect.poll(hasPlace, 'the focus has a place').toBe(true);
}

/** True if the element, or a neighbour that shows its focus, has an outline. */
export function hasRing(element: Element): boolean {
  const near = [element, element.parentElement, element.nextElementSibling, element.previousElementSibling];
  return near.some(part =>
    [null, '::after'].some(pseudo => {
      if (!part) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    }),
  );
}
