import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { FrameIcon } from '../frame-icon.tsx';
import { IconButton } from '../icon-button.tsx';
import styles from './covering-layer.module.css';

interface CoveringLayerProps {
  label: string;
  /** Class that sets the background. */
  className: string | undefined;
  /** If set, a button with this label closes the layer. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that covers the page. The Escape key closes it. */
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
    // Browsers from before 2022 have no dialogs; there a fixed element lies above the page.
    dialog.current?.showModal?.();
    return () => {
      // Delayed, because the element that had the focus may disappear with the layer. In that case, focus the heading.
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
