import { type ReactNode, useEffect, useRef } from 'react';
import { FrameIcon } from '../frame-icon.tsx';
import { IconButton } from '../icon-button.tsx';
import styles from './covering-layer.module.css';

interface CoveringLayerProps {
  label: string;
  className?: string | undefined;
  /** Label of the close button. Without it, there is no close button. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog that covers the whole page. The Escape key closes it. */
export function CoveringLayer({ label, className, closeLabel, onClose, children }: CoveringLayerProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    // Browsers before 2022 do not support dialogs. There, the layer is only a fixed element above the page.
    dialog.current?.showModal?.();
    return () => {
      // Deferred, because the focused element may disappear with the layer. If so, focus the heading.
      setTimeout(() => {
        const heading = document.querySelector('main h1:not([hidden] *)');
        const next = before?.isConnected && before !== document.body ? before : heading;
        if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={`${styles.layer} ${className ?? ''}`}
      aria-label={label}
      onClose={onClose}
    >
      {children}
      {closeLabel && (
        <div className={styles.close}>
          <IconButton label={closeLabel} onClick={onClose}>
            <FrameIcon name="close" />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}
