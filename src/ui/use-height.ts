import { type RefObject, useLayoutEffect } from 'react';

/**
 * Sets the page's custom property `name` to the height in px of a bar at the edge of the window, because focused
 * controls and notes must be clear of the bar.
 */
export function useHeight(bar: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty(name, `${bar.current?.offsetHeight}px`));
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.removeProperty(name);
    };
  }, [bar, name]);
}
