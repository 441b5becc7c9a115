import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** A small drawing. */
  drawing: ReactNode;
  /** One sentence in plain words. */
  text: string;
  action?: { label: string; onPress: () => void };
  /** 'alert' when something went wrong. */
  role?: 'alert' | 'status';
}

/** What stands where there is nothing to show: a drawing, a sentence, a button. */
export function Notice({ drawing, text, action, role }: NoticeProps) {
  return (
    <div className={styles.notice} role={role}>
      <div className={styles.drawing}>{drawing}</div>
      <p className={styles.text}>{text}</p>
      {action && (
        <Button kind="secondary" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
