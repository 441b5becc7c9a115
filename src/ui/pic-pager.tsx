import { type JSX, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { isForApp } from './is-for-app.ts';
import styles from './pic-pager.module.css';

interface PicPagerProps {
  /** The pager's label for screen readers. */
  label: string;
  /** The current page, counted from 0. */
  index: number;
  /** Called when the user moves to another page. */
  onMove: (index: number) => void;
  children: ReactNode[];
}

/** Pages side by side, which the user turns by swiping or with the arrow keys. Also follows changes of `index`. */
export function PicPager({ label, index, onMove, children }: PicPagerProps): JSX.Element {
  const row = useRef<HTMLUListElement>(null);
  const settled = useRef(index);
  const last = children.length - 1;

  // Jump to the initial page before the first paint.
  useLayoutEffect(() => {
    const page = row.current;
    if (page && settled.current > 0) page.scrollLeft = settled.current * page.clientWidth;
  }, []);

  // Scroll only if `index` was changed by the parent. After a swipe, the page is already in place.
  useEffect(() => {
    const page = row.current;
    if (!page || settled.current === index) return;
    settled.current = index;
    page.scrollTo({ left: index * page.clientWidth, behavior: isStill() ? 'auto' : 'smooth' });
  }, [index]);

  function onScroll() {
    const page = row.current;
    if (!page || page.clientWidth === 0) return;
    const place = page.scrollLeft / page.clientWidth;
    const nearest = Math.max(0, Math.min(last, Math.round(place)));
    // Ignore positions between pages, for example while scrolling to a new `index`.
    if (Math.abs(place - nearest) > 0.1 || nearest === settled.current) return;
    settled.current = nearest;
    onMove(nearest);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !isForApp(event)) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, index + step));
    row.current?.children[next]?.querySelector('button')?.focus({ preventScroll: true });
    onMove(next);
  }

  return (
    <ul ref={row} className={styles.row} aria-label={label} onScroll={onScroll} onKeyDown={onKeyDown}>
      {children.map((child, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page's key is its position; its content has its own keys.
        <li key={page} className={styles.page}>
          {child}
        </li>
      ))}
    </ul>
  );
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
