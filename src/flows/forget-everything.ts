import { forgetPerson } from '../platform/storage.ts';
import { forgetJob } from '../state/making.ts';
import { resetPayment } from '../state/order.ts';
import { dropToken } from '../state/session.ts';
import { forgetWizard } from '../state/wizard.ts';

/** Leaves nothing of the person on this device, neither kept nor shown. */
export async function forgetEverything(): Promise<void> {
  dropToken();
  resetPayment();
  forgetJob();
  await forgetWizard();
  await forgetPerson();
}
