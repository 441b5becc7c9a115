import { type ReactNode, useEffect } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './nav-bar.module.css';

interface NavBarProps {
  title: string;
  /** Words of the way back; without them there is none. */
  backLabel?: string;
  onBack?: () => void;
  /** What stands at the end of the bar. */
  action?: ReactNode;
}

/** The bar at the top of a screen: the way back, the heading, one action. */
export function NavBar({ title, backLabel, onBack, action }: NavBarProps) {
  useEffect(() => void import('./layer/keep-focus.ts').catch(() => undefined), []);

  return (
    <header className={styles.bar}>
      <div className={styles.side}>
        {backLabel && (
          <IconButton label={backLabel} onClick={onBack}>
            <FrameIcon name="back" />
          </IconButton>
        )}
      </div>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.side}>{action}</div>
    </header>
  );
}
