import { notifyOfSignOut } from '../../platform/sign-outs.ts';
import { removeUserData } from '../../platform/storage/user-data.ts';
import { unsubscribeDevice } from '../../platform/unsubscribe-device.ts';
import { clearDraft } from '../draft/clear-draft.ts';
import { forgetUser } from './forget-user.ts';

/** Leaves nothing of the user on this device, neither kept nor shown, nor in the other tabs. */
export async function clearUserData(): Promise<void> {
  forgetUser();
  notifyOfSignOut();
  // The server sends nothing to it any more; a browser that says nothing must not hold the rest up.
  unsubscribeDevice().catch(() => undefined);
  await clearDraft();
  await removeUserData();
}
