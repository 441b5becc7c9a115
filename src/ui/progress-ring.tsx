import type { JSX, ReactNode } from 'react';
import styles from './progress-ring.module.css';

interface ProgressRingProps {
  /** Label for screen readers. */
  label: string;
  /** From 0 to 100; null if unknown. Undefined before the work begins, when only the inside is shown. */
  percent: number | null | undefined;
  /** Shown inside the ring. */
  children: ReactNode;
}

export function ProgressRing({ label, percent, children }: ProgressRingProps): JSX.Element {
  const bar = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    ...(percent !== null && { 'aria-valuenow': percent }),
  } as const;
  return (
    <div className={styles.ring} {...(percent !== undefined && bar)}>
      {percent !== undefined && (
        <svg
          aria-hidden="true"
          className={styles.circle}
          viewBox="0 0 100 100"
          data-unknown={percent === null || undefined}
        >
          <circle className={styles.track} cx="50" cy="50" r="48" />
          <circle
            className={styles.done}
            cx="50"
            cy="50"
            r="48"
            pathLength="100"
            // A dash and a gap, each as long as the ring. Shifting them by the remaining percentage shows the progress.
            strokeDasharray="100 100"
            strokeDashoffset={100 - (percent ?? 20)}
          />
        </svg>
      )}
      <div className={styles.inside}>{children}</div>
    </div>
  );
}
