import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { removeSaved } from '../../platform/storage/saved.ts';

/** Clears the draft with its photos, in memory and on the device, and in the other tabs. */
export async function clearDraft(): Promise<void> {
  // If the wizard's code is not loaded and cannot be, there is no draft in memory to clear.
  const wizard = await import('../../state/wizard.ts').catch(() => null);
  if (wizard) await wizard.clearWizard();
  else await Promise.all([removeSaved('tyy.wizard'), photoBlobs.clear()]);
}
