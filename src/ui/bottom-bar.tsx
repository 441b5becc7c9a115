import type { ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** The screen's one primary action, fixed within the thumb's reach; the space below it is kept free in the page. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.space}>
      <div className={styles.bar}>{children}</div>
    </div>
  );
}
