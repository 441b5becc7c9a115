import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { LazyImage } from './lazy-image.tsx';
import styles from './photo-slot.module.css';

interface PhotoSlotProps {
  /** An address; empty when the browser cannot show the photo. */
  preview: string;
  /** What it shows. */
  alt: string;
  /** The `object-position` that shows its face; empty where that is not known. */
  focus: string;
  status: 'preparing' | 'uploading' | 'ready' | 'failed' | 'held' | 'refused' | 'waiting';
  /** Words over a photo that did not get through. */
  failedLabel: string;
  /** What to do about it; a small slot without it shows a mark only. */
  retry?: { label: string; onPress: () => void };
  /** What stands on the corner of the photo. */
  children?: ReactNode;
}

/** One photo in its 3:4 frame, with how its upload went. */
export function PhotoSlot({ preview, alt, focus, status, failedLabel, retry, children }: PhotoSlotProps) {
  return (
    <div className={styles.slot} style={focusStyle(focus)} data-status={status}>
      {preview ? (
        <LazyImage src={preview} alt={alt} aspectRatio={3 / 4} urgent />
      ) : (
        <span className={styles.blank} role="img" aria-label={alt}>
          <Icon name="picture" />
        </span>
      )}
      {status === 'failed' && (
        <div className={styles.failed}>
          <Icon name="warning" />
          <span className={retry ? undefined : 'visually-hidden'}>{failedLabel}</span>
          {retry && (
            <button type="button" className={styles.retry} onClick={retry.onPress}>
              {retry.label}
            </button>
          )}
        </div>
      )}
      {children}
    </div>
  );
}

/** The style of a frame in which an `object-position` shows the face; its own where that is not known. */
export function focusStyle(focus: string): CSSProperties | undefined {
  return focus ? ({ '--image-position': focus } as CSSProperties) : undefined;
}

interface EmptySlotProps {
  /** Words of the button; without `onAdd` the slot is only a place. */
  label: string;
  onAdd?: (() => void) | undefined;
}

/** The place of a photo that is not there yet. */
export function EmptySlot({ label, onAdd }: EmptySlotProps) {
  if (!onAdd) return <div className={styles.empty} aria-hidden="true" />;
  return (
    <button type="button" className={styles.empty} onClick={onAdd}>
      <Icon name="plus" />
      <span>{label}</span>
    </button>
  );
}
