import {
  type CSSProperties,
  type MouseEvent,
  type TouchEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../../i18n/use-text.ts';
import { CoveringLayer } from '../../ui/layer/covering-layer.tsx';
import { usePictureStatus } from '../../ui/use-picture-status.ts';
import styles from './full-picture.module.css';

interface FullPictureProps {
  src: string;
  alt: string;
  /** Tells the user to save the picture by a long press. If set, the picture ignores taps. */
  hint?: string | undefined;
  onClose: () => void;
}

/** A zoom state: `point` of the picture (as fractions of its sides) is shown at position `at` of the view (in px). */
interface Zoom {
  scale: number;
  point: { x: number; y: number };
  at: { x: number; y: number };
}

/** Maximum zoom, relative to the size at which the whole picture is visible. */
const mostScale = 4;

/** The midpoint and distance of two fingers, in px. Null unless exactly two fingers touch the screen. */
function pinchOf({ touches }: TouchEvent) {
  const [one, other] = [touches[0], touches[1]];
  if (!one || !other || touches.length > 2) return null;
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}

/** Shows a picture over the whole page. The user can pinch to zoom, or tap to double the size. */
export function FullPicture({ src, alt, hint, onClose }: FullPictureProps) {
  const { text } = useText();
  const room = useRef<HTMLDivElement>(null);
  // Null while the whole picture is visible.
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const { status, events } = usePictureStatus();
  const pinch = useRef<{ distance: number; scale: number; point: Zoom['point'] } | null>(null);

  useLayoutEffect(() => {
    const view = room.current;
    if (!view || !zoom) return;
    const { scale, point, at } = zoom;
    view.scrollTo(point.x * scale * view.clientWidth - at.x, point.y * scale * view.clientHeight - at.y);
  }, [zoom]);

  function toggle(event: MouseEvent) {
    const view = room.current;
    if (zoom || !view) return setZoom(null);
    const { clientWidth, clientHeight } = view;
    // A click by keyboard has no position, so it zooms in on the centre.
    const isTap = event.detail > 0;
    setZoom({
      scale: 2,
      point: {
        x: isTap ? event.clientX / clientWidth : 0.5,
        y: isTap ? event.clientY / clientHeight : 0.5,
      },
      at: { x: clientWidth / 2, y: clientHeight / 2 },
    });
  }

  function startPinch(event: TouchEvent) {
    const view = room.current;
    const fingers = pinchOf(event);
    if (!view || !fingers) return;
    const scale = zoom?.scale ?? 1;
    const point = {
      x: (view.scrollLeft + fingers.x) / (scale * view.clientWidth),
      y: (view.scrollTop + fingers.y) / (scale * view.clientHeight),
    };
    pinch.current = { distance: fingers.distance, scale, point };
  }

  function movePinch(event: TouchEvent) {
    const fingers = pinchOf(event);
    const start = pinch.current;
    if (!fingers || !start) return;
    const scale = Math.min(mostScale, (start.scale * fingers.distance) / start.distance);
    setZoom(scale > 1 ? { scale, point: start.point, at: fingers } : null);
  }

  const image = status !== 'failed' && <img className={styles.image} src={src} alt={alt} {...events} />;
  return (
    <CoveringLayer label={text('pic.full')} closeLabel={text('close')} onClose={onClose}>
      <div
        ref={room}
        className={styles.room}
        data-zoomed={zoom !== null || undefined}
        style={{ '--scale': zoom?.scale } as CSSProperties}
        onTouchStart={startPinch}
        onTouchMove={movePinch}
      >
        {hint ? (
          // Phones offer to save a picture on a long press only if it is not inside another interactive element.
          image
        ) : (
          <button
            type="button"
            className={styles.zoom}
            aria-pressed={zoom !== null}
            aria-label={text('pic.zoom')}
            onClick={toggle}
          >
            {image}
          </button>
        )}
      </div>
      <p className={styles.status} role="status">
        {status === 'loading' && text('loading')}
        {status === 'failed' && text('pic.not-loaded')}
      </p>
      {hint && <p className={styles.hint}>{hint}</p>}
    </CoveringLayer>
  );
}
