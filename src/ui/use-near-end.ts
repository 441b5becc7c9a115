import { useEffect } from 'react';

/** How far from the end of the page the next one is asked for, px. */
const threshold = 300;
/** The scroll position is looked at no more often than this, ms. */
const throttle = 500;

/** Calls `onNearEnd` when the window is scrolled near its end, and after each change of `length` that leaves it there. */
export function useNearEnd(onNearEnd: () => void, active: boolean, length: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that does not fill the screen asks for the next one.
  useEffect(() => {
    if (!active) return;
    const check = () => {
      const { scrollHeight } = document.documentElement;
      if (window.scrollY + window.innerHeight >= scrollHeight - threshold) onNearEnd();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        check();
      }, throttle);
    };
    check();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, [onNearEnd, active, length]);
}
