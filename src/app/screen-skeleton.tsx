import { useText } from '../i18n/use-text.ts';
import { NavBar } from '../ui/nav-bar.tsx';
import styles from './screen-skeleton.module.css';
import { titleOf, useScreen } from './screens.ts';

/** Shows the screen's title while its code loads. Hidden from screen readers, which read the loaded screen instead. */
export function ScreenSkeleton() {
  const { text } = useText();
  const screen = useScreen();
  return (
    <div className={styles.skeleton} data-wide={screen.wide} aria-busy="true" aria-hidden="true">
      <NavBar title={text(titleOf(screen))} />
    </div>
  );
}
