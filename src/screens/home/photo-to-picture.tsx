import { type CSSProperties, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { basePath } from '../../paths.ts';
import styles from './home-more.module.css';

/**
 * Slides Home's background from photo to picture. Its left half is the photo and its right half the picture; a second
 * file, which loads when somebody reaches for the slider, has the other halves and covers the part that changes.
 */
export function PhotoToPicture() {
  const { text } = useText();
  const [place, setPlace] = useState(50);
  const [isUsed, setUsed] = useState(false);
  // True in browsers without AVIF.
  const [isOlder, setOlder] = useState(false);
  const use = () => setUsed(true);
  return (
    <div className={styles.slide} style={{ '--place': `${place}%` } as CSSProperties}>
      {isUsed && (
        <img
          className={styles.other}
          src={`${basePath}/home/background-other.${isOlder ? 'webp' : 'avif'}`}
          alt=""
          onError={() => setOlder(true)}
        />
      )}
      <span className={styles.line} />
      <input
        className={styles.slider}
        type="range"
        min="0"
        max="100"
        value={place}
        aria-label={text('home.background')}
        onChange={event => setPlace(Number(event.currentTarget.value))}
        onPointerMove={use}
        onPointerDown={use}
        onFocus={use}
      />
    </div>
  );
}
