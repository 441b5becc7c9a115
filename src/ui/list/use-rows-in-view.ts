import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Memory } from '../memory.ts';
import { RowHeights } from './row-heights.ts';

/** Items added per frame below the window, few enough not to block scrolling. */
const itemsAtOnce = 2;

interface LongList {
  list: RefObject<HTMLElement | null>;
  /** Number of rows, and items per row. */
  count: number;
  columns: number;
  /** Height of a row before one is measured, px. */
  rowHeight: number;
  /** Renders rows this far above and below the window, in window heights. */
  ahead: number;
  /** True: renders rows before the list's first paint. */
  atOnce: boolean;
  /** Saves the heights for a later visit. */
  memory: Memory<RowHeights> | undefined;
}

interface View {
  /** The first row. */
  from: number;
  /** Index after the last item, which may be within a row. */
  end: number;
  /** Row with the focus; -1 for none. */
  focused: number;
}

/** Finds rows near the window (each has `data-row`), and the focused row, which must stay rendered. */
export function useRowsInView({
  list,
  count,
  columns,
  rowHeight,
  ahead,
  atOnce,
  memory,
}: LongList): [View, RowHeights] {
  const [heights] = useState(() => restore(memory, rowHeight));
  // Render no rows before the list's position is known: it decides how many.
  const [view, setView] = useState<View>({ from: 0, end: 0, focused: -1 });
  const [, drawAgain] = useState({});
  /** The first row in the window, and its distance from the window's top, px. */
  const anchor = useRef({ row: 0, top: 0 });
  const isUnsettled = useRef(false);
  const drawnTo = useRef(view.end);
  /** A new list renders its rows after the screen's first paint; a restored list at once. */
  const isOpen = useRef(atOnce || heights.width > 0);
  /** Frame scheduled by a scroll or to add more rows; 0 for none. */
  const nextFrame = useRef(0);

  const look = useCallback(() => {
    if (!list.current) return;
    const above = -list.current.getBoundingClientRect().top;
    const margin = window.innerHeight * ahead;
    const row = heights.rowAt(Math.max(0, above), count);
    anchor.current = { row, top: heights.between(0, row) - above };
    const bottom = above + window.innerHeight;
    const endOfRow = (y: number) => Math.min(count, heights.rowAt(Math.max(0, y), count) + 1) * columns;
    const wanted = endOfRow(bottom + margin);
    // Adds visible rows whole, but at most one per look if scrolling is faster than rendering.
    const isBehind = drawnTo.current > row * columns;
    const inView = isBehind ? Math.min(endOfRow(bottom), drawnTo.current + columns) : endOfRow(bottom);
    drawnTo.current = Math.min(wanted, Math.max(inView, drawnTo.current + itemsAtOnce));
    cancelAnimationFrame(nextFrame.current);
    nextFrame.current = drawnTo.current < wanted ? requestAnimationFrame(look) : 0;
    const next = {
      from: heights.rowAt(Math.max(0, above - margin), count),
      end: drawnTo.current,
      focused: rowOf(document.activeElement, list.current),
    };
    setView(before => (isSame(before, next) ? before : next));
  }, [list, heights, count, columns, ahead]);

  /** At most once per frame: a second look in the same frame would add rows twice. */
  const lookInFrame = useCallback(() => {
    if (nextFrame.current === 0) nextFrame.current = requestAnimationFrame(look);
  }, [look]);

  /** Measures rendered rows from `first` on; true if any height changed. */
  const measure = useCallback(
    (first: number) => {
      if (!list.current) return false;
      const { width } = list.current.getBoundingClientRect();
      if (width !== heights.width) heights.clear();
      heights.width = width;
      return heights.learn(measuredRows(list.current, Math.min(first, heights.known)));
    },
    [list, heights],
  );

  /** Scrolls to keep the visible rows in place if heights above have changed, e.g. after rotating a phone. */
  const settle = useCallback(() => {
    if (!list.current || anchor.current.row === 0) return;
    const top = list.current.getBoundingClientRect().top + heights.between(0, anchor.current.row);
    const moved = top - anchor.current.top;
    if (Math.abs(moved) > 1) window.scrollBy(0, moved);
  }, [list, heights]);

  const update = useCallback(
    (first: number) => {
      const isNews = measure(first);
      if (isNews) drawAgain({});
      if (isNews && anchor.current.row > 0) {
        // The space above the rows is correct only after the next render.
        isUnsettled.current = true;
        return;
      }
      if (isUnsettled.current) settle();
      isUnsettled.current = false;
      if (isOpen.current) lookInFrame();
    },
    [measure, settle, lookInFrame],
  );

  // Before the update, which must not wait for a frame with another number of rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `look` schedules its own frames.
  useLayoutEffect(() => {
    return () => {
      cancelAnimationFrame(nextFrame.current);
      nextFrame.current = 0;
    };
  }, [look]);
  // A measured row that changes its height changes the list's, which is observed.
  useLayoutEffect(() => update(heights.known));

  useEffect(() => {
    isOpen.current = true;
    look();
    const observer = new ResizeObserver(() => update(0));
    if (list.current) observer.observe(list.current);
    window.addEventListener('scroll', lookInFrame, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', lookInFrame);
      window.removeEventListener('resize', look);
    };
  }, [list, look, lookInFrame, update]);

  return [view, heights];
}

function restore(memory: Memory<RowHeights> | undefined, rowHeight: number): RowHeights {
  const heights = memory?.read() ?? new RowHeights(rowHeight);
  memory?.save(heights);
  return heights;
}

/** Heights of rendered rows from `first` on, by each row's first cell (all are equal); empty without layout. */
function measuredRows(list: HTMLElement, first: number): Map<number, number> {
  const heights = new Map<number, number>();
  for (const cell of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    const row = Number(cell.dataset.row);
    if (row < first || heights.has(row)) continue;
    const { height } = cell.getBoundingClientRect();
    if (height > 0) heights.set(row, height);
  }
  return heights;
}

/** The row of an element in the list; -1 otherwise. */
function rowOf(element: Element | null, list: HTMLElement): number {
  const row = list.contains(element) && element?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : -1;
}

function isSame(one: View, other: View): boolean {
  return one.from === other.from && one.end === other.end && one.focused === other.focused;
}
