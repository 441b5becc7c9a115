import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RowHeights } from './row-heights.ts';
import type { Memory } from './use-pages.ts';

/** Number of items to add below the window per frame. More would block scrolling. */
const itemsAtOnce = 2;

interface LongList {
  list: RefObject<HTMLElement | null>;
  /** `count` is the number of rows, `columns` the number of items per row. */
  count: number;
  columns: number;
  /** Estimated row height until a row has been measured, px. */
  rowHeight: number;
  /** Distance above and below the window in which rows are rendered, in window heights. */
  ahead: number;
  /** True to render rows before the list's first paint. */
  atOnce: boolean;
  /** Keeps the measured heights for a later visit. */
  memory: Memory<RowHeights> | undefined;
}

interface View {
  /** The first row to render. */
  from: number;
  /** Index after the last item to render. May be in the middle of a row. */
  end: number;
  /** Index of the row that contains the focus; -1 if there is none. */
  focused: number;
}

/** Finds the rows (`data-row`) near the window, and the row with the focus, which must stay rendered. */
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
  // Renders no rows at first, because the list's position determines how many rows are needed.
  const [view, setView] = useState<View>({ from: 0, end: 0, focused: -1 });
  const [, drawAgain] = useState({});
  /** The topmost visible row, and its distance from the window's top, px. */
  const anchor = useRef({ row: 0, top: 0 });
  const isUnsettled = useRef(false);
  const drawnTo = useRef(view.end);
  /** True once rows may be rendered: at once if `atOnce` or for a restored list, else after the first paint. */
  const isOpen = useRef(atOnce || heights.width > 0);
  /** Id of the scheduled animation frame, which handles a scroll or adds rows; 0 if none is scheduled. */
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
    // If some visible rows are already rendered, adds at most one row per call. Otherwise renders all visible rows.
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

  /** Calls `look` in the next frame, but only once per frame, because a second call would add more rows. */
  const lookInFrame = useCallback(() => {
    if (nextFrame.current === 0) nextFrame.current = requestAnimationFrame(look);
  }, [look]);

  /** Measures the rendered rows, starting with row `first`. Returns true if any height has changed. */
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

  /** Scrolls so that visible rows stay in place if heights above them changed, e.g. after a rotation of the phone. */
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
        // Wait for the next render, because only then is the space above the rows correct.
        isUnsettled.current = true;
        return;
      }
      if (isUnsettled.current) settle();
      isUnsettled.current = false;
      if (isOpen.current) lookInFrame();
    },
    [measure, settle, lookInFrame],
  );

  // Cancel before the update, because the scheduled frame still uses the old number of rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `look` schedules its own frames.
  useLayoutEffect(() => {
    return () => {
      cancelAnimationFrame(nextFrame.current);
      nextFrame.current = 0;
    };
  }, [look]);
  // Measures only new rows. If a measured row changes its height, the ResizeObserver below updates the rows.
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

/** Heights of rendered rows from `first` on, by their first cells. Empty if the list has no layout. */
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

/** Index of the row that contains an element; -1 if the element is not in the list. */
function rowOf(element: Element | null, list: HTMLElement): number {
  const row = list.contains(element) && element?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : -1;
}

function isSame(one: View, other: View): boolean {
  return one.from === other.from && one.end === other.end && one.focused === other.focused;
}
