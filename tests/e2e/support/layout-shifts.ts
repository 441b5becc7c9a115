import type { Page } from '@playwright/test';

declare global {
  interface Window {
    tellShift?: (score: number, place: string) => void;
  }
}

/** Layout shifts without user input: the browser's total score, and the elements that moved. */
export interface LayoutShifts {
  score: number;
  places: string[];
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  sources: Source[];
}

interface Source {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

/** Records the layout shifts in all pages that open later. */
export async function watchLayoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts: LayoutShifts = { score: 0, places: [] };
  await page.exposeFunction('tellShift', (score: number, place: string) => {
    shifts.score += score;
    shifts.places.push(`${score.toFixed(4)} ${place}`);
  });
  await page.addInitScript(() => {
    const describe = ({ node, previousRect, currentRect }: Source) =>
      `${node instanceof Element ? `${node.nodeName}.${node.className}` : node?.nodeName} (${previousRect.y} to ${currentRect.y})`;
    // Do not use hadRecentInput, because it also excludes shifts in the first half second of a new page.
    let touched = Number.NEGATIVE_INFINITY;
    const touch = () => {
      touched = performance.now();
    };
    // Listen to `change` too, because a user may choose a file long after the tap that opened the picker.
    for (const type of ['pointerdown', 'keydown', 'change']) addEventListener(type, touch, true);
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        if (entry.startTime - touched < 500) continue;
        const where = `${location.pathname} of ${innerWidth} × ${innerHeight} after ${Math.round(entry.startTime)} ms`;
        window.tellShift?.(entry.value, `${where}: ${entry.sources.map(describe).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return shifts;
}
