import { type JSX, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { CoveringLayer } from './covering-layer.tsx';
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
  const room = useRef<HTMLDivElement>(null);
  // The point that is enlarged, as shares of the view; null when the whole picture is shown.
  const [zoom, setZoom] = useState<{ x: number; y: number } | null>(null);

  useLayoutEffect(() => {
    const view = room.current;
    if (!view || !zoom) return;
    const { clientWidth, clientHeight } = view;
    // Everything is twice as large; the point goes to the middle.
    view.scrollTo(zoom.x * 2 * clientWidth - clientWidth / 2, zoom.y * 2 * clientHeight - clientHeight / 2);
  }, [zoom]);

  function toggle(event: MouseEvent) {
    const view = room.current;
    if (zoom || !view) return setZoom(null);
    // A key press has no point.
    const isTap = event.detail > 0;
    setZoom({
      x: isTap ? event.clientX / view.clientWidth : 0.5,
      y: isTap ? event.clientY / view.clientHeight : 0.5,
    });
  }

  return (
    <CoveringLayer label={words.title} className={styles.view} onClose={onClose}>
      <div ref={room} className={styles.room} data-zoomed={zoom !== null || undefined}>
        {hint ? (
          // Phones offer to save a picture that is pressed only where nothing else answers to the finger.
          <img className={styles.image} src={src} alt={alt} />
        ) : (
          <button
            type="button"
            className={styles.zoom}
            aria-pressed={zoom !== null}
            aria-label={words.zoom}
            onClick={toggle}
          >
            <img className={styles.image} src={src} alt={alt} />
          </button>
        )}
      </div>
      <div className={styles.close}>
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </CoveringLayer>
  );
}
