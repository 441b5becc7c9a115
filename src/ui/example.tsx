import type { ReactNode } from 'react';
import styles from './example.module.css';
import { Icon } from './icon.tsx';

interface ExampleProps {
  drawing: ReactNode;
  /** What the drawing shows. */
  label: string;
  verdict: 'good' | 'bad';
  /** The verdict in a word, for those who do not see the mark. */
  verdictLabel: string;
}

/** A small drawing of a photo, marked as one that serves or does not. */
export function Example({ drawing, label, verdict, verdictLabel }: ExampleProps) {
  return (
    <li className={styles.example} data-verdict={verdict}>
      <div className={styles.drawing}>
        {drawing}
        <span className={styles.mark}>
          <Icon name={verdict === 'good' ? 'check' : 'cross'} size={16} />
        </span>
      </div>
      <p className={styles.label}>
        <span className="visually-hidden">{verdictLabel}</span> {label}
      </p>
    </li>
  );
}

/** Examples side by side. */
export function Examples({ children }: { children: ReactNode }) {
  return <ul className={styles.examples}>{children}</ul>;
}
