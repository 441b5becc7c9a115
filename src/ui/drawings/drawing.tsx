import type { ReactNode } from 'react';
import styles from './drawing.module.css';

/** An illustration on a 160 × 160 grid, shown `--drawing-size` wide. With `photo`, its corners are rounded. */
export function Drawing({ photo, children }: { photo?: boolean; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={styles.drawing}
      data-photo={photo || undefined}
      width="160"
      height="160"
      viewBox="0 0 160 160"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}
