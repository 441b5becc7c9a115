import { type CSSProperties, useCallback, useState } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import styles from './lazy-image.module.css';

interface LazyImageProps {
  /** Undefined until the address is known. */
  src: string | undefined;
  /** Address of a picture to show instead if `src` fails to load. */
  fallback?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string;
  /** Empty if text next to the picture says the same. */
  alt: string;
  /** Width divided by height. Reserves the picture's space before it loads. */
  aspectRatio: number;
  colour?: string | null;
  /** Label of the button that reloads the picture after a failure. */
  retryLabel?: string;
  /** True for a screen's largest picture, which loads first. */
  urgent?: boolean;
  /** True for pictures in the first paint, which appear without fading in. */
  instant?: boolean;
  /** True in lists that render only rows near the screen, so the browser need not check the distance itself. */
  near?: boolean;
}

/** If a picture loads faster than this (ms), it does not fade in, because its placeholder was hardly visible. */
const unnoticed = 300;

/** Loads a picture near the screen, and fades it in. Offers a retry after a failure. A new `src` resets it. */
export const LazyImage = (props: LazyImageProps) => <Frame key={props.src} {...props} />;

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `fail` needs no later values.
  const watch = useCallback(
    (image: HTMLImageElement) => {
      if (!instant) showOnceLoaded(image);
      // A prerendered picture may fail before this code runs.
      else if (image.complete && image.src && !image.naturalWidth) fail();
      return () => {
        if (src) stopLoading(image);
        // frame.html started this download. Stop it only if no other element uses it after two frames.
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
          // Must precede `src`, because some browsers start the download as soon as `src` is set.
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

/** Sets an attribute, not React state, because re-rendering each picture of a long list would block scrolling. */
function showOnceLoaded(image: HTMLImageElement): void {
  const since = performance.now();
  const show = () => {
    image.dataset.shown = performance.now() - since < unnoticed ? 'at once' : 'late';
  };
  // The picture may already have been loaded for another element.
  if (hasCome(image)) show();
  else image.addEventListener('load', show, { once: true });
}

const hasCome = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;

/** Stops a removed picture's download, which would occupy one of the few connections and delay uploads. */
function stopLoading(image: HTMLImageElement): void {
  if (hasCome(image)) return;
  image.removeAttribute('srcset');
  image.removeAttribute('src');
}
