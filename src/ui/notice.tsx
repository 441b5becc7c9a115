import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  drawing: ReactNode;
  /** A single sentence. */
  text: string;
  action?: { label: string; onPress: () => void };
  /** Use 'alert' for errors. */
  role?: 'alert' | 'status';
}

/** Shown in place of missing content: a drawing, a sentence and optionally a button. */
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
