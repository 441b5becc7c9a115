import { clearJob } from '../../state/current-job.ts';
import { resetPayment } from '../../state/order.ts';
import { clearToken } from '../../state/session.ts';
import { savedSignIn } from './saved-departure.ts';

/** Removes the user's token, payment and job. */
export function forgetUser(): void {
  clearToken();
  savedSignIn.remove();
  resetPayment();
  clearJob();
}
