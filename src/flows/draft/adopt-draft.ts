import type { User } from '../../state/session.ts';
import { clearWizard, restoreWizard, setOwner, wizard } from '../../state/wizard.ts';

/** Makes the user the owner of the draft. If another user left a draft on this device, clears that draft. */
export async function adoptDraft({ userId }: User): Promise<void> {
  if (wizard.owner !== null && wizard.owner !== userId) {
    await clearWizard();
    await restoreWizard();
  }
  setOwner(userId);
}
