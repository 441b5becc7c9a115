import { notifyOfSignOut, unsubscribeDevice } from '../../platform/sign-outs.ts';
import { removeUserData } from '../../platform/storage/user-data.ts';
import { clearDraft } from '../draft/clear-draft.ts';
import { forgetUser } from './forget-user.ts';

/** Removes all data of the user from this device, including memory and other tabs. */
export async function clearUserData(): Promise<void> {
  forgetUser();
  notifyOfSignOut();
  // Ends push messages. Not awaited, because in some browsers this promise never settles.
  unsubscribeDevice().catch(() => undefined);
  await clearDraft();
  await removeUserData();
}
