import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Memory } from '../memory.ts';
import { RowHeights } from './row-heights.ts';

/** Items that are added per frame below the window: few enough not to block scrolling. */
const itemsAtOnce = 2;

interface LongList {
  list: RefObject<HTMLElement | null>;
  /** `count` is the number of rows, `columns` the number of items per row. */
  count: number;
  columns: number;
  /** Height of a row until a row is measured, px. */
  rowHeight: number;
  /** Renders rows up to this distance above and below the window, in heights of the window. */
  ahead: number;
  /** True if rows are rendered before the first paint of the list. */
  atOnce: boolean;
  /** Keeps the heights for a later visit. */
  memory: Memory<RowHeights> | undefined;
}

interface View {
  /** The first row to render. */
  from: number;
  /** Index after the last item to render. The last row may be incomplete. */
  end: number;
  /** The row that has the focus; -1 if there is none. */
  focused: number;
}

/** Finds the rows near the window (each has `data-row`), and the row with the focus, which must stay rendered. */
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
  // Renders no rows until the position of the list is known, because it determines how many rows are needed.
  const [view, setView] = useState<View>({ from: 0, end: 0, focused: -1 });
  const [, drawAgain] = useState({});
  /** The first row in the window, and its distance from the top of the window, px. */
  const anchor = useRef({ row: 0, top: 0 });
  const isUnsettled = useRef(false);
  const drawnTo = useRef(view.end);
  /** A new list renders its rows after the first paint of the screen; a restored list renders them at once. */
  const isOpen = useRef(atOnce || heights.width > 0);
  /** The frame that is scheduled after a scroll or to add more rows; 0 if there is none. */
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
    // Completes the visible rows. If scrolling is faster than rendering, adds at most one row per call.
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

  /** Runs at most once per frame, because a second call in the same frame would add rows twice. */
  const lookInFrame = useCallback(() => {
    if (nextFrame.current === 0) nextFrame.current = requestAnimationFrame(look);
  }, [look]);

  /** Measures the rendered rows from `first` on. True if any height changed. */
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

  /** Scrolls so that visible rows keep their place if heights above changed, e.g. after rotating a phone. */
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

  // Runs before the update, which must not wait for a frame that was scheduled with another number of rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `look` schedules its own frames.
  useLayoutEffect(() => {
    return () => {
      cancelAnimationFrame(nextFrame.current);
      nextFrame.current = 0;
    };
  }, [look]);
  // If a measured row changes its height, the height of the list changes too, and the observer reports that.
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

/** Heights of rendered rows from `first` on, by each row's first cell (all are equal). Empty without a layout. */
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

/** The row that contains an element; -1 if the element is not in the list. */
function rowOf(element: Element | null, list: HTMLElement): number {
  const row = list.contains(element) && element?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : -1;
}

function isSame(one: View, other: View): boolean {
  return one.from === other.from && one.end === other.end && one.focused === other.focused;
}
