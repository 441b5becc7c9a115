import type { CSSProperties, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { LazyImage } from './lazy-image.tsx';
import styles from './photo-slot.module.css';

interface PhotoSlotProps {
  /** The photo's address; empty if the browser cannot show it. */
  preview: string;
  alt: string;
  /** `object-position` that centres the face; empty if unknown. */
  focus: string;
  status: 'preparing' | 'uploading' | 'ready' | 'failed' | 'advised' | 'refused' | 'waiting';
  /** Text over the photo if the upload has failed. */
  failedLabel: string;
  /** A retry button. Without it, a failed photo in a small slot shows only an error symbol. */
  retry?: { label: string; onPress: () => void };
  /** Shown in the photo's corner. */
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

/** CSS that positions the photo on the face. Undefined if `focus` is empty. */
export function focusStyle(focus: string): CSSProperties | undefined {
  return focus ? ({ '--image-position': focus } as CSSProperties) : undefined;
}

/** Contains a button to add a photo, unless `onAdd` is undefined. */
export function EmptySlot({ label, onAdd }: { label: string; onAdd?: (() => void) | undefined }) {
  if (!onAdd) return <div className={styles.empty} aria-hidden="true" />;
  return (
    <button type="button" className={styles.empty} onClick={onAdd}>
      <Icon name="plus" />
      <span>{label}</span>
    </button>
  );
}
