import { useText } from '../i18n/use-text.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import styles from './screen-skeleton.module.css';
import { titleOf } from './screens.ts';
import { useScreen } from './use-screen.ts';

/** Shows the current screen's title while its file loads. Hidden from screen readers, which wait for the screen. */
export function ScreenSkeleton() {
  const { text } = useText();
  const screen = useScreen();
  return (
    <div className={styles.skeleton} data-wide={screen.wide} aria-busy="true" aria-hidden="true">
      <NavBar title={text(titleOf(screen))} />
    </div>
  );
}
