import type { User } from '../../state/session.ts';
import { clearWizard, restoreWizard, setOwner, wizard } from '../../state/wizard.ts';

/** Makes the draft that of the user; that of another user, who was signed in on this device before, is cleared. */
export async function claimDraft({ userId }: User): Promise<void> {
  if (wizard.owner !== null && wizard.owner !== userId) {
    await clearWizard();
    await restoreWizard();
  }
  setOwner(userId);
}
