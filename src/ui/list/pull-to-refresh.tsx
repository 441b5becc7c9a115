import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import styles from './pull-to-refresh.module.css';

interface PullToRefreshProps {
  words: { pull: string; release: string };
  onRefresh: () => void;
  children: ReactNode;
}

/** Pull distance that triggers a refresh, px. */
const enough = 88;

/** Calls `onRefresh` when the user pulls the page down while it is scrolled to the top. */
export function PullToRefresh({ words, onRefresh, children }: PullToRefreshProps) {
  const start = useRef<number | null>(null);
  const [distance, setDistance] = useState(0);
  const isReady = distance >= enough;

  // Disable the browser's own pull gesture, which would reload the whole page.
  useEffect(() => {
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => {
      style.overscrollBehaviorY = '';
    };
  }, []);

  function onTouchStart(event: TouchEvent) {
    start.current = window.scrollY <= 0 && event.touches.length === 1 ? yOf(event) : null;
  }

  function onTouchMove(event: TouchEvent) {
    if (start.current === null) return;
    const pulled = window.scrollY <= 0 ? yOf(event) - start.current : 0;
    setDistance(Math.max(0, pulled));
  }

  function onTouchEnd() {
    start.current = null;
    setDistance(0);
    if (isReady) onRefresh();
  }

  // Moves half as far as the finger, so that the page seems to resist.
  const offset = `${Math.min(distance, enough * 1.5) / 2}px`;
  return (
    <div
      className={styles.area}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={() => setDistance(0)}
    >
      {distance > 8 && (
        <p className={styles.mark} style={{ transform: `translateY(${offset})` }} aria-hidden="true">
          <Icon name="refresh" size={20} />
          {isReady ? words.release : words.pull}
        </p>
      )}
      <div
        className={styles.content}
        data-pulled={distance > 0 || undefined}
        style={{ transform: distance > 0 ? `translateY(${offset})` : undefined }}
      >
        {children}
      </div>
    </div>
  );
}

const yOf = (event: TouchEvent): number => event.touches[0]?.clientY ?? 0;
