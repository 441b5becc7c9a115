import { type JSX, useEffect, useRef } from 'react';
import styles from './menu-hint.module.css';

interface MenuHintProps {
  /** What to do with the menu. */
  text: string;
  close: string;
  onClose: () => void;
}

/** Points at the menu that the host itself draws at the top right; a tap anywhere takes it away. */
export function MenuHint({ text, close, onClose }: MenuHintProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={styles.layer} aria-label={text} onClose={onClose}>
      <button type="button" className={styles.area} onClick={onClose}>
        <svg className={styles.arrow} viewBox="0 0 64 64" aria-hidden="true">
          <path d="M12 58c2-24 16-40 40-48M36 6l18 3-4 18" />
        </svg>
        <span className={styles.text}>{text}</span>
        <span className={styles.close}>{close}</span>
      </button>
    </dialog>
  );
}
