import type { User } from '../../state/session.ts';
import { clearWizard, restoreWizard, setOwner, wizard } from '../../state/wizard.ts';

/** Makes the user the owner of the draft. Clears a draft that another user left on this device. */
export async function adoptDraft({ userId }: User): Promise<void> {
  if (wizard.owner !== null && wizard.owner !== userId) {
    await clearWizard();
    await restoreWizard();
  }
  setOwner(userId);
}
