import type { ReactNode } from 'react';
import styles from './example.module.css';
import { Icon } from './icon.tsx';

interface ExampleProps {
  drawing: ReactNode;
  /** Alternative text for the drawing. */
  label: string;
  verdict: 'good' | 'bad';
  /** The verdict as text, for users who cannot see the mark. */
  verdictLabel: string;
}

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

export function Examples({ children }: { children: ReactNode }) {
  return <ul className={styles.examples}>{children}</ul>;
}
