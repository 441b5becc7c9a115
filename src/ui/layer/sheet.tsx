import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { isForApp } from '../is-for-app.ts';
import styles from './sheet.module.css';

interface SheetProps {
  title: string;
  /** If true, the sheet is a box in the middle, where no control of an earlier sheet was. */
  isCentred?: boolean;
  /** Called when the user taps outside the sheet (`isTap` is true) or presses Escape. */
  onClose: (isTap: boolean) => void;
  children: ReactNode;
}

/**
 * A dialog that slides up from the bottom. It takes the focus, and returns it when closed. The caller must make the
 * page below inert.
 */
export function Sheet({ title, isCentred = false, onClose, children }: SheetProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();

  // In a layout effect, because soon after it the browser removes the focus from the inert page.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means a new dialog, which needs the focus.
  useLayoutEffect(() => panel.current?.focus(), [title]);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && isForApp(event) && onClose(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <div className={styles.layer} data-centred={isCentred || undefined}>
      <div className={styles.scrim} onClick={() => onClose(true)} aria-hidden="true" />
      <div
        ref={panel}
        className={styles.panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
