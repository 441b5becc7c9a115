import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './bottom-bar.module.css';

/** Shows a screen's primary action at the bottom. Sets `--bottom-bar` to its height, which places the notes. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--bottom-bar', `${bar.current?.offsetHeight}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.removeProperty('--bottom-bar');
    };
  }, []);

  return (
    <div className={styles.space} data-bottom-bar>
      <div ref={bar} className={styles.bar}>
        {children}
      </div>
    </div>
  );
}
