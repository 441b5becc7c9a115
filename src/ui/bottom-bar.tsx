import { type ReactNode, useRef } from 'react';
import styles from './bottom-bar.module.css';
import { useHeight } from './use-height.ts';

/** Shows a screen's primary action at the bottom. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useHeight(bar, '--bottom-bar');
  return (
    <div className={styles.space} data-bottom-bar>
      <div ref={bar} className={styles.bar}>
        {children}
      </div>
    </div>
  );
}
