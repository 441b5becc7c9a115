import { isRefusal } from '../../http/api-error.ts';
import { moveSubscriptionEnd } from '../move-subscription-end.ts';
import type { SettleParts } from '../payment-provider.ts';
import { settlePayment } from '../settle-payment.ts';
import type { GooglePlayPayments } from './google-play-payments.ts';

/** Credits what a token stands for if it is not yet, and lets its subscription end when Google says. */
export async function takePurchase(
  payments: GooglePlayPayments,
  parts: SettleParts,
  token: string,
): Promise<void> {
  const purchase = await payments.find(token);
  if (!purchase) return;
  const payment = await payments.paymentOf(purchase);
  try {
    await settlePayment(parts, payment);
  } catch (error) {
    // Asking again would change nothing: its order is gone, or is for something else.
    if (!isRefusal(error)) throw error;
    await payments.park(purchase, error.message);
    return;
  }
  if (purchase.until === null) return;
  const { receipt, productId } = purchase;
  const period = { provider: payment.provider, receipt, productId, subscriptionId: token };
  await moveSubscriptionEnd(parts, period, purchase.until);
}
