import { type ReactNode, useEffect } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './nav-bar.module.css';

interface NavBarProps {
  title: string;
  /** Label of the back button. Without it, there is no back button. */
  backLabel?: string;
  onBack?: () => void;
  /** Shown at the end of the bar. */
  action?: ReactNode;
}

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
