import { type CSSProperties, useCallback, useState } from 'react';
import { FrameIcon } from './frame-icon.tsx';
import styles from './lazy-image.module.css';

interface LazyImageProps {
  /** Undefined while it is not known. */
  src: string | undefined;
  /** The picture that stands in where this one does not come. */
  fallback?: string;
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
}

/** A picture that loads when it comes near the screen, fades in, and says when it is broken; another `src` starts anew. */
export function LazyImage(props: LazyImageProps) {
  return <Frame key={props.src} {...props} />;
}

function Frame(props: LazyImageProps) {
  const { src, fallback, alt, aspectRatio, colour, retryLabel, urgent = false, instant = false } = props;
  const [isReplaced, setReplaced] = useState(false);
  const [status, setStatus] = useState<'loading' | 'ready' | 'broken'>(instant ? 'ready' : 'loading');
  const [attempt, setAttempt] = useState(0);
  const style = {
    aspectRatio: String(aspectRatio),
    ...(colour && { '--placeholder': colour }),
  } as CSSProperties;

  const watch = useCallback(
    (image: HTMLImageElement) => {
      // As it was shown before, in another element.
      if (hasCome(image)) setStatus('ready');
      return () => {
        if (src) stopLoading(image);
        // The page's own script has put a picture here, which what takes its place wants too: two frames on it has it.
        else requestAnimationFrame(() => requestAnimationFrame(() => stopLoading(image)));
      };
    },
    [src],
  );

  function fail() {
    if (fallback && fallback !== src && !isReplaced) setReplaced(true);
    else setStatus('broken');
  }

  function retry() {
    setStatus('loading');
    setAttempt(attempt + 1);
  }

  return (
    <span className={styles.frame} data-status={status} style={style}>
      {status === 'broken' ? (
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
          loading={urgent ? 'eager' : 'lazy'}
          sizes={props.sizes}
          srcSet={isReplaced ? undefined : props.srcSet}
          src={isReplaced ? fallback : src}
          alt={alt}
          decoding="async"
          fetchPriority={urgent ? 'high' : 'auto'}
          onLoad={() => setStatus('ready')}
          onError={fail}
        />
      )}
    </span>
  );
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
