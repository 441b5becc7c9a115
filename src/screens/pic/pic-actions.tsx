import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './pic-actions.module.css';

interface PicActionsProps {
  /** Null while no other picture can be made. */
  onMakeAnother: (() => void) | null;
  /** More buttons, which load later. */
  children: ReactNode;
}

/** The row of actions below a picture, without saving and sharing. */
export function PicActions({ onMakeAnother, children }: PicActionsProps) {
  const { text } = useText();
  return (
    <div className={styles.place}>
      <div className={styles.row}>
        <button
          type="button"
          className={`${styles.action} ${styles.another}`}
          disabled={onMakeAnother === null}
          onClick={onMakeAnother ?? undefined}
        >
          <Icon name="refresh" />
          {text('pic.another')}
        </button>
        {children}
      </div>
    </div>
  );
}
