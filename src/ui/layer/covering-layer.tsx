import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { FrameIcon } from '../frame-icon.tsx';
import { IconButton } from '../icon-button.tsx';
import styles from './covering-layer.module.css';

interface CoveringLayerProps {
  label: string;
  /** The look of the layer's own ground. */
  className: string | undefined;
  /** Set: a button of this name closes it. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that covers the whole page; Escape and the phone's way back close it. */
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
    // Engines before 2022 have no dialogs: there it is an element like others, which lies above the page.
    dialog.current?.showModal?.();
    return () => {
      // In a task of its own: what had the focus may go with the layer, and then the heading gets it.
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
