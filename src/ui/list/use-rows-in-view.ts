import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Memory } from '../memory.ts';
import { RowHeights } from './row-heights.ts';

/** How many items below the window are added in one frame, so that they do not hold up the scrolling. */
const itemsAtOnce = 2;

interface LongList {
  list: RefObject<HTMLElement | null>;
  /** How many rows there are, and items in each. */
  count: number;
  columns: number;
  /** The height of a row before one is measured, px. */
  rowHeight: number;
  /** How far above and below the window rows are rendered, in heights of the window. */
  ahead: number;
  /** Whether the rows are rendered before the list's first paint. */
  atOnce: boolean;
  /** Keeps the heights for when the user comes back. */
  memory: Memory<RowHeights> | undefined;
}

interface View {
  /** The first row. */
  from: number;
  /** The index of the item after the last, which may be in the midst of a row. */
  end: number;
  /** The row that has the focus; -1 when none does. */
  focused: number;
}

/**
 * Which rows of a long list are near the window, and the row that has the focus: it must stay rendered, or the
 * focus is lost. Each rendered row is marked with the attribute `data-row`.
 */
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
  // No rows before it is known where the list lies: that many are rendered as the window then shows.
  const [view, setView] = useState<View>({ from: 0, end: 0, focused: -1 });
  const [, drawAgain] = useState({});
  /** The first row in the window, and how far below the window's top it began, px. */
  const anchor = useRef({ row: 0, top: 0 });
  const isUnsettled = useRef(false);
  const drawnTo = useRef(view.end);
  /** A new list renders its first rows after the first paint of its screen; one that was left is at once as it was. */
  const isOpen = useRef(atOnce || heights.width > 0);
  /** The frame that looks again, because of a scroll or to add more rows; 0 when none does. */
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
    // A row in view is added as a whole, but no more than one when the user scrolls faster than they are rendered.
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

  /** Reads the heights of the rendered rows from that one on; true when they changed. */
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

  /** Rows of another height than was thought, as when a phone is turned, must not move what is looked at. */
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
        // The room above the rows is right only when they have been rendered again.
        isUnsettled.current = true;
        return;
      }
      if (isUnsettled.current) settle();
      isUnsettled.current = false;
      if (isOpen.current) lookInFrame();
    },
    [measure, settle, lookInFrame],
  );

  // Before the update: it must not wait for a frame that knows another number of rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `look` asks for frames of its own.
  useLayoutEffect(() => {
    return () => {
      cancelAnimationFrame(nextFrame.current);
      nextFrame.current = 0;
    };
  }, [look]);
  // When a row that has been measured gets another height, the list does too, which is observed.
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

/** The heights of the rendered rows from `first` on, each by its first cell, since all are as high; nothing where there is no layout. */
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

/** The row of an element of the list; -1 when it is none. */
function rowOf(element: Element | null, list: HTMLElement): number {
  const row = list.contains(element) && element?.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : -1;
}

function isSame(one: View, other: View): boolean {
  return one.from === other.from && one.end === other.end && one.focused === other.focused;
}
