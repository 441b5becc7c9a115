import { type CSSProperties, useCallback, useState } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import styles from './lazy-image.module.css';

interface LazyImageProps {
  /** Undefined while the address is unknown. */
  src: string | undefined;
  /** Address of the picture to show if `src` fails to load. */
  fallback?: string | undefined;
  /** As in HTML. */
  srcSet?: string | undefined;
  sizes?: string;
  /** Empty if the words next to the picture say the same. */
  alt: string;
  /** Width divided by height. It reserves the room. */
  aspectRatio: number;
  /** Colour of the placeholder. */
  colour?: string | null;
  /** Label of the button that reloads a picture after a failure. */
  retryLabel?: string;
  /** True for the largest picture of a screen, which loads first. */
  urgent?: boolean;
  /** True for pictures of the first paint, which do not fade in. */
  instant?: boolean;
  /** True in lists that render only rows near the screen: the browser need not check the distance again. */
  near?: boolean;
}

/** A picture that loads within this time does not fade in, because nobody has noticed its placeholder, ms. */
const unnoticed = 300;

/** Loads near the screen, fades in, and offers a retry after a failure. Another `src` starts again. */
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
        // frame.html's script started this, perhaps for another element: stop it if unused two frames later.
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
          // Set before `src`, because some browsers fetch as soon as they have an address.
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

/** Writes an attribute, not a state: rendering each picture of a long list again would block scrolling. */
function showOnceLoaded(image: HTMLImageElement): void {
  const since = performance.now();
  const show = () => {
    image.dataset.shown = performance.now() - since < unnoticed ? 'at once' : 'late';
  };
  // The picture may have loaded before, in another element.
  if (hasCome(image)) show();
  else image.addEventListener('load', show, { once: true });
}

function hasCome(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth > 0;
}

/** Stops a removed picture: browsers would continue to load it, which blocks uploads, as connections are few. */
function stopLoading(image: HTMLImageElement): void {
  if (hasCome(image)) return;
  image.removeAttribute('srcset');
  image.removeAttribute('src');
}
