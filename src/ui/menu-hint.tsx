import type { JSX } from 'react';
import { CoveringLayer } from './covering-layer.tsx';
import styles from './menu-hint.module.css';

interface MenuHintProps {
  /** What to do with the menu. */
  text: string;
  close: string;
  onClose: () => void;
}

/** Points at the menu that the host itself draws at the top right; a tap anywhere takes it away. */
export function MenuHint({ text, close, onClose }: MenuHintProps): JSX.Element {
  return (
    <CoveringLayer label={text} className={styles.layer} onClose={onClose}>
      <button type="button" className={styles.area} onClick={onClose}>
        <svg className={styles.arrow} viewBox="0 0 64 64" aria-hidden="true">
          <path d="M12 58c2-24 16-40 40-48M36 6l18 3-4 18" />
        </svg>
        <span className={styles.text}>{text}</span>
        <span className={styles.close}>{close}</span>
      </button>
    </CoveringLayer>
  );
}
