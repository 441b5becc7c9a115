import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { FrameIcon } from '../frame-icon.tsx';
import { IconButton } from '../icon-button.tsx';
import styles from './covering-layer.module.css';

interface CoveringLayerProps {
  label: string;
  /** Sets the background. */
  className: string | undefined;
  /** If set, a button of this name closes the layer. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that covers the page; Escape closes it. */
export function CoveringLayer({
  label,
  className,
  closeLabel,
  onClose,
  children,
}: CoveringLayerProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    // Engines before 2022 have no dialogs: a fixed element above the page replaces it.
    dialog.current?.showModal?.();
    return () => {
      // In its own task: the focused element may disappear with the layer; then focus the heading.
      setTimeout(() => {
        const heading = document.querySelector('main h1:not([hidden] *)');
        const next = before?.isConnected && before !== document.body ? before : heading;
        if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      });
    };
  }, []);

  return (
    <dialog ref={dialog} className={`${styles.layer} ${className}`} aria-label={label} onClose={onClose}>
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
