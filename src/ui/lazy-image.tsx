import { type CSSProperties, useCallback, useState } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import styles from './lazy-image.module.css';

interface LazyImageProps {
  /** Undefined while it is not known. */
  src: string | undefined;
  /** The picture that stands in where this one does not come. */
  fallback?: string | undefined;
  /** The same picture in several widths, and how wide it is drawn, as HTML writes them. */
  srcSet?: string | undefined;
  sizes?: string;
  /** What it shows; empty when the words beside it say so. */
  alt: string;
  /** Width divided by height: the room is kept before the picture comes. */
  aspectRatio: number;
  /** A colour to show until then. */
  colour?: string | null;
  /** Words of the button that loads a broken picture again. */
  retryLabel?: string;
  /** True for the largest picture of a screen: it loads first. */
  urgent?: boolean;
  /** True where it is part of the first paint: it does not fade in. */
  instant?: boolean;
  /** True in a list that renders what is near the screen and nothing else: the browser need not find that out again. */
  near?: boolean;
}

/** A picture that comes within this time takes the place of its colour before that was noticed: it does not fade in, ms. */
const unnoticed = 300;

/** A picture that loads when it comes near the screen, fades in, and says when it is broken; another `src` starts anew. */
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
        // frame.html's script started this picture, and the next element will use it: stop it only if two frames later
        // nobody has.
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
          // Before the address: some browsers fetch as soon as they know one.
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

/** Not by a state of the component: to render each picture of a long list once more would hold up the scrolling. */
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

/** A browser goes on loading a picture that has left the page, and keeps an upload waiting for one of its few connections. */
function stopLoading(image: HTMLImageElement): void {
  if (hasCome(image)) return;
  image.removeAttribute('srcset');
  image.removeAttribute('src');
}
