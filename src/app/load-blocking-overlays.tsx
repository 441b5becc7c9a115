import { type ComponentType, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { overlay } from '../state/overlay.ts';

let Overlays: ComponentType | null = null;

/** Downloads what Home does not need before it can be used; it comes with every other screen. */
export async function loadBlockingOverlays(): Promise<void> {
  Overlays ??= (await import('./blocking-overlays.tsx')).default;
}

/** The open question and the loading overlay, where there is one; a question that cannot be shown is closed. */
export function BlockingOverlays() {
  const { question, loading } = useSnapshot(overlay);
  const [, setHere] = useState(false);
  const isOpen = question !== null || loading !== null;

  useEffect(() => {
    if (!isOpen || Overlays) return;
    loadBlockingOverlays().then(
      () => setHere(true),
      () => question?.settle(null),
    );
  }, [isOpen, question]);

  return isOpen && Overlays && <Overlays />;
}
