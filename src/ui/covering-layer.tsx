import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import styles from './covering-layer.module.css';

interface CoveringLayerProps {
  label: string;
  /** The look of the layer's own ground. */
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that covers the whole page; Escape and the phone's way back close it. */
export function CoveringLayer({ label, className, onClose, children }: CoveringLayerProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={`${styles.layer} ${className}`} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  );
}
