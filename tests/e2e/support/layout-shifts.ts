import type { Page } from '@playwright/test';

declare global {
  interface Window {
    tellShift?: (score: number, place: string) => void;
  }
}

/** How far things jumped without a touch, as the browser scores it, and where. */
export interface LayoutShifts {
  score: number;
  places: string[];
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Adds up the layout shifts of every page that is opened from now on. */
export async function watchLayoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts: LayoutShifts = { score: 0, places: [] };
  await page.exposeFunction('tellShift', (score: number, place: string) => {
    shifts.score += score;
    shifts.places.push(`${score.toFixed(4)} ${place}`);
  });
  await page.addInitScript(() => {
    const describe = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.nodeName}.${node.className}` : String(node?.nodeName);
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        window.tellShift?.(entry.value, `${location.pathname}: ${entry.sources.map(describe).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return shifts;
}
