import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { LazyImage } from './lazy-image.tsx';
import styles from './photo-slot.module.css';

interface PhotoSlotProps {
  /** Address of the photo; empty if the browser cannot show it. */
  preview: string;
  alt: string;
  /** The `object-position` of the face; empty if unknown. */
  focus: string;
  status: 'preparing' | 'uploading' | 'ready' | 'failed' | 'advised' | 'refused' | 'waiting';
  /** Text over a photo whose upload failed. */
  failedLabel: string;
  /** The retry button. Without it, a small slot shows only an error symbol. */
  retry?: { label: string; onPress: () => void };
  /** Shown at the corner of the photo. */
  children?: ReactNode;
}

/** Shows a photo in a 3:4 frame, with its upload status. */
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

/** The style that shows the face; undefined if `focus` is empty. */
export function focusStyle(focus: string): CSSProperties | undefined {
  return focus ? ({ '--image-position': focus } as CSSProperties) : undefined;
}

interface EmptySlotProps {
  /** Label of the button. Without `onAdd` the slot has no button. */
  label: string;
  onAdd?: (() => void) | undefined;
}

export function EmptySlot({ label, onAdd }: EmptySlotProps) {
  if (!onAdd) return <div className={styles.empty} aria-hidden="true" />;
  return (
    <button type="button" className={styles.empty} onClick={onAdd}>
      <Icon name="plus" />
      <span>{label}</span>
    </button>
  );
}
