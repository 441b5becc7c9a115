import { clearJob } from '../../state/current-job.ts';
import { resetPayment } from '../../state/order.ts';
import { clearToken } from '../../state/session.ts';
import { savedSignIn } from './saved-departure.ts';

/** Removes the user's token and current job from this device, and the open payment from memory only. */
export function forgetUser(): void {
  clearToken();
  savedSignIn.remove();
  resetPayment();
  clearJob();
}
