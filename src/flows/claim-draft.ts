import { clearWizard, restoreWizard, setOwner, wizard } from '../state/wizard.ts';
import { loadUser } from './load-user.ts';

/** Loads the user and makes the draft theirs; that of another user, who was signed in on this device before, is cleared. */
export async function claimDraft(): Promise<void> {
  const { userId } = await loadUser();
  if (wizard.owner !== null && wizard.owner !== userId) {
    await clearWizard();
    await restoreWizard();
  }
  setOwner(userId);
}
