import { type ReactNode, useEffect, useRef } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './nav-bar.module.css';
import { useHeight } from './use-height.ts';

interface NavBarProps {
  title: string;
  /** Label of the back button. Without it, there is no back button. */
  backLabel?: string;
  onBack?: () => void;
  /** Shown at the end of the bar. */
  action?: ReactNode;
}

export function NavBar({ title, backLabel, onBack, action }: NavBarProps) {
  const bar = useRef<HTMLElement>(null);
  useHeight(bar, '--top-bar');
  useEffect(() => void import('./layer/keep-focus.ts').catch(() => undefined), []);

  return (
    <header ref={bar} className={styles.bar}>
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
