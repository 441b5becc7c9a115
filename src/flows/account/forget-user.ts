import { clearJob } from '../../state/making.ts';
import { resetPayment } from '../../state/order.ts';
import { clearToken } from '../../state/session.ts';

/** Shows nothing of the user any more. */
export function forgetUser(): void {
  clearToken();
  resetPayment();
  clearJob();
}
