import { type ComponentType, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { overlay } from '../state/overlay.ts';

let Overlays: ComponentType | null = null;

/** Loads the dialogs and the loading overlay: on Home only when needed, on other screens at once. */
export async function loadBlockingOverlays(): Promise<void> {
  Overlays ??= (await import('./blocking-overlays.tsx')).default;
}

/** Shows the current dialog or loading overlay. If its code fails to load, closes the dialog. */
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
