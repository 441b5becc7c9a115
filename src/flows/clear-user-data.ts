import { removeUserData } from '../platform/storage/user-data.ts';
import { unsubscribeDevice } from '../platform/unsubscribe-device.ts';
import { clearJob } from '../state/making.ts';
import { resetPayment } from '../state/order.ts';
import { clearToken } from '../state/session.ts';
import { clearDraft } from './clear-draft.ts';

/** Leaves nothing of the user on this device, neither kept nor shown. */
export async function clearUserData(): Promise<void> {
  clearToken();
  // The server sends nothing to it any more; a browser that says nothing must not hold the rest up.
  unsubscribeDevice().catch(() => undefined);
  resetPayment();
  clearJob();
  await clearDraft();
  await removeUserData();
}
