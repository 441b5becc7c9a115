import styles from './app.module.css';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { TabBar } from './tab-bar.tsx';
import { useScreen } from './use-screen.ts';

/** The app around a screen whose file has not loaded. */
export function ScreenFrame() {
  const { path, tabBar } = useScreen();
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <ScreenSkeleton />
      </main>
      {tabBar && <TabBar path={path} />}
    </div>
  );
}
