import { type CSSProperties, useCallback, useState } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import styles from './lazy-image.module.css';

interface LazyImageProps {
  /** Undefined while unknown. */
  src: string | undefined;
  /** Shown if the picture fails to load. */
  fallback?: string | undefined;
  /** As in HTML. */
  srcSet?: string | undefined;
  sizes?: string;
  /** Empty if words next to it say the same. */
  alt: string;
  /** Width divided by height; reserves the room. */
  aspectRatio: number;
  /** Placeholder colour. */
  colour?: string | null;
  /** Label of the button that reloads a failed picture. */
  retryLabel?: string;
  /** For the largest picture of a screen: loads first. */
  urgent?: boolean;
  /** For pictures of the first paint: no fade-in. */
  instant?: boolean;
  /** For lists that render only rows near the screen: the browser need not check that again. */
  near?: boolean;
}

/** A picture that loads within this time does not fade in: nobody has noticed its placeholder, ms. */
const unnoticed = 300;

/** Loads near the screen, fades in, and offers a retry after a failure; starts again for another `src`. */
export function LazyImage(props: LazyImageProps) {
  return <Frame key={props.src} {...props} />;
}

function Frame(props: LazyImageProps) {
  const { src, fallback, alt, aspectRatio, colour, retryLabel } = props;
  const { urgent = false, instant = false, near = false } = props;
  const [isReplaced, setReplaced] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const style = {
    '--ratio': aspectRatio,
    ...(colour && { '--placeholder': colour }),
  } as CSSProperties;

  const watch = useCallback(
    (image: HTMLImageElement) => {
      if (!instant) showOnceLoaded(image);
      return () => {
        if (src) stopLoading(image);
        // Started by frame.html's script for the next element: stop it only if two frames later nobody uses it.
        else requestAnimationFrame(() => requestAnimationFrame(() => stopLoading(image)));
      };
    },
    [src, instant],
  );

  function fail() {
    if (fallback && fallback !== src && !isReplaced) setReplaced(true);
    else setBroken(true);
  }

  function retry() {
    setBroken(false);
    setAttempt(attempt + 1);
  }

  return (
    <span className={styles.frame} style={style}>
      {isBroken ? (
        <span className={styles.broken}>
          <FrameIcon name="picture" />
          {retryLabel && (
            <button type="button" className={styles.retry} onClick={retry}>
              {retryLabel}
            </button>
          )}
          {!retryLabel && alt && <span className="visually-hidden">{alt}</span>}
        </span>
      ) : (
        <img
          ref={watch}
          key={`${isReplaced} ${attempt}`}
          className={styles.image}
          // Before `src`: some browsers fetch as soon as they have it.
          loading={urgent || near ? 'eager' : 'lazy'}
          fetchPriority={urgent ? 'high' : 'auto'}
          sizes={props.sizes}
          srcSet={isReplaced ? undefined : props.srcSet}
          src={isReplaced ? fallback : src}
          alt={alt}
          data-shown={instant ? 'at once' : undefined}
          decoding="async"
          onError={fail}
        />
      )}
    </span>
  );
}

/** Not a state: rendering each picture of a long list again would block scrolling. */
function showOnceLoaded(image: HTMLImageElement): void {
  const since = performance.now();
  const show = () => {
    image.dataset.shown = performance.now() - since < unnoticed ? 'at once' : 'late';
  };
  // It may have been shown before, in another element.
  if (hasCome(image)) show();
  else image.addEventListener('load', show, { once: true });
}

function hasCome(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth > 0;
}

/** Browsers continue to load removed pictures, which blocks uploads: connections are few. */
function stopLoading(image: HTMLImageElement): void {
  if (hasCome(image)) return;
  image.removeAttribute('srcset');
  image.removeAttribute('src');
}
