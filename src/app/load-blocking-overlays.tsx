import { type ComponentType, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { overlay } from '../state/overlay.ts';

let Overlays: ComponentType | null = null;

/** Loads the code of the overlays. Every screen but Home loads it at once; Home does not need it at first. */
export async function loadBlockingOverlays(): Promise<void> {
  Overlays ??= (await import('./blocking-overlays.tsx')).default;
}

/** Shows the question and the loading overlay, if open. Closes a question that cannot be shown. */
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
