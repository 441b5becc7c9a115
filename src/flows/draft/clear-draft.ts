import { photoBlobs } from '../../platform/storage/photo-blobs.ts';
import { removeSaved } from '../../platform/storage/saved.ts';

/** Clears the draft and its photos from memory, from the device and from other tabs. */
export async function clearDraft(): Promise<void> {
  // If the wizard's code cannot be loaded, there is no draft in memory.
  const wizard = await import('../../state/wizard.ts').catch(() => null);
  if (wizard) await wizard.clearWizard();
  else await Promise.all([removeSaved('tyy.wizard'), photoBlobs.clear()]);
}
