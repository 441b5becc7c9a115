import type { Page } from '@playwright/test';
import { hasRing } from './keyboard.ts';
import { expect } from './story.ts';

/** Named as the cover of a point outside of the window. */
const outside = 'the edge of the window';

/** The maximum number of Tab presses on one screen. */
const mostStops = 80;

/**
 * Presses Tab from the start of the screen, or of the open dialog, until all controls have had the focus. Expects each
 * focused control to have a ring and to lie under no other element.
 */
export async function walk(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screens/walk/${name}.png` });
  const seen = new Set<string>();
  const problems: string[] = [];
  await page.evaluate(() => {
    const start = document.querySelector<HTMLElement>('dialog[open], [role=dialog]') ?? document.body;
    start.tabIndex = -1;
    start.focus();
    if (start === document.body) start.removeAttribute('tabindex');
    scrollTo(0, 0);
  });
  for (let stops = 0; stops < mostStops; stops++) {
    await page.keyboard.press('Tab');
    // Chromium scrolls to the focused control at the next frame.
    await page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
    );
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) break;
    let { id, covers } = await focused.evaluate(findCovers);
    if (covers.length > 0 && covers.every(words => words.includes(outside))) {
      // Rows of an endless list that rendered above the control have moved it.
      await focused.scrollIntoViewIfNeeded();
      ({ id, covers } = await focused.evaluate(findCovers));
    }
    if (seen.has(id)) break;
    seen.add(id);
    if (covers.length > 0 && problems.length === 0)
      await page.screenshot({ path: `test-results/screens/walk/${name}-covered.png` });
    problems.push(...covers);
    if (!(await focused.evaluate(hasRing))) problems.push(`${id} has no ring`);
  }
  expect.soft(seen.size, `${name}: controls`).toBeGreaterThan(0);
  expect.soft(problems, name).toEqual([]);
}

/** Returns which points of the control other elements cover. A control larger than the free space needs one free point. */
function findCovers(element: Element): { id: string; covers: string[] } {
  const global = globalThis as unknown as { stops?: Element[] };
  global.stops ??= [];
  if (!global.stops.includes(element)) global.stops.push(element);
  const control = element.closest('label') ?? element;
  const words = element.getAttribute('aria-label') || control.textContent || element.tagName;
  const { left, right, top, bottom, height } = control.getBoundingClientRect();
  const page = getComputedStyle(document.documentElement);
  const bars = [page.scrollPaddingTop, page.scrollPaddingBottom].map(size => Number.parseFloat(size) || 0);
  const middle = [(left + right) / 2, (top + bottom) / 2] as const;
  // A rounded corner does not belong to the control.
  const radius = Number.parseFloat(getComputedStyle(control).borderTopLeftRadius) || 0;
  const inset = 3 + 0.3 * Math.min(radius, height / 2);
  const corners = [left + inset, right - inset].flatMap(x =>
    [top + inset, bottom - inset].map(y => [x, y] as const),
  );
  // A divider's control is its handle. The rest of it is only a large area to touch.
  const points = element.matches('[type=range]') ? [middle] : [middle, ...corners];
  const covers = points.flatMap(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    if (hit && (control.contains(hit) || hit.contains(control))) return [];
    const by = hit
      ? `${hit.tagName} ${hit.className} ${hit.textContent?.slice(0, 30)}`
      : 'the edge of the window';
    return [`"${words.trim()}" is under ${by} at ${Math.round(x)}, ${Math.round(y)}`];
  });
  const isTall = height > innerHeight - bars[0]! - bars[1]!;
  return {
    id: `${global.stops.indexOf(element)} ${words.trim()}`,
    covers: isTall && covers.length < points.length ? [] : covers,
  };
}

/** Expects that each button and field has an edge, and that each chosen control looks different from the others. */
export async function expectEdges(page: Page, name: string): Promise<void> {
  const found = await page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible';
    };
    const hasEdge = (element: Element) =>
      [null, '::before', '::after'].some(pseudo => {
        const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element, pseudo);
        return (
          (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1) || outlineStyle !== 'none'
        );
      });
    const look = (element: Element) =>
      [null, '::before', '::after'].map(pseudo => {
        const style = getComputedStyle(element, pseudo);
        const { borderTopColor, borderTopWidth, outlineStyle, outlineColor, backgroundColor } = style;
        const { content, fontWeight, color } = style;
        return [
          borderTopColor,
          borderTopWidth,
          outlineStyle,
          outlineColor,
          backgroundColor,
          fontWeight,
          color,
          content,
        ];
      });
    const words = (element: Element) => element.getAttribute('aria-label') || element.textContent;
    const controls = [
      ...document.querySelectorAll('button, textarea, search, a[data-kind], label:has([type=radio])'),
    ];
    const bare = controls
      // A control over a picture shows the picture instead of words, so the picture is its edge.
      .filter(control => isShown(control) && (control.textContent || control.querySelector('svg')))
      .filter(control => !control.querySelector('img') && !hasEdge(control))
      .map(control => `${words(control)} has no edge`);
    const state = '[aria-pressed=true], [aria-current], [data-checked], [aria-checked=true], [data-chosen]';
    const same = [...document.querySelectorAll(state)].flatMap(chosen =>
      [...document.getElementsByClassName(chosen.className)]
        .filter(other => !other.matches(state))
        .slice(0, 1)
        .filter(other => JSON.stringify(look(other)) === JSON.stringify(look(chosen)))
        .map(() => `${words(chosen)} does not look chosen`),
    );
    return [...bare, ...same];
  });
  expect.soft(found, name).toEqual([]);
}
