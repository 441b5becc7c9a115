import { type JSX, useEffect, useRef, useState } from 'react';
import styles from './full-view.module.css';
import { IconButton } from './icon-button.tsx';

interface FullViewProps {
  src: string;
  alt: string;
  /** What to do with a long press; the picture then takes no taps. */
  hint?: string | undefined;
  words: { title: string; close: string; zoom: string };
  onClose: () => void;
}

/** One picture over everything, as large as it goes; a tap doubles it. */
export function FullView({ src, alt, hint, words, onClose }: FullViewProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isZoomed, setIsZoomed] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={styles.view} aria-label={words.title} onClose={onClose}>
      <div className={styles.room} data-zoomed={isZoomed || undefined}>
        {hint ? (
          // Phones offer to save a picture that is pressed only where nothing else answers to the finger.
          <img className={styles.image} src={src} alt={alt} />
        ) : (
          <button
            type="button"
            className={styles.zoom}
            aria-pressed={isZoomed}
            aria-label={words.zoom}
            onClick={() => setIsZoomed(!isZoomed)}
          >
            <img className={styles.image} src={src} alt={alt} />
          </button>
        )}
      </div>
      <div className={styles.close}>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </dialog>
  );
}
