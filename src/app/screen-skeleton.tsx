import { Skeleton } from '../ui/skeleton.tsx';
import styles from './screen-skeleton.module.css';

/** The shape of any screen while its file comes. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton width="40%" height="24px" />
      <Skeleton height="120px" />
      <Skeleton height="120px" />
    </div>
  );
}
