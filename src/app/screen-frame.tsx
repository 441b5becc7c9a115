import styles from './app.module.css';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** The frame around a screen that is not known yet. */
export function ScreenFrame() {
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <ScreenSkeleton />
      </main>
    </div>
  );
}
