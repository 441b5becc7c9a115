import { isRefusal } from '../../http/api-error.ts';
import { moveSubscriptionEnd } from '../move-subscription-end.ts';
import { closeParkedPayment } from '../parked-payments.ts';
import type { SettleParts } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';
import { settlePayment } from '../settle-payment.ts';
import type { VoidedPurchase } from './google-play-api.ts';
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

/** Takes back what a payment bought that went back; which one says Google's own list. */
export async function takeVoided(
  parts: SettleParts,
  { orderId: receipt, purchaseToken }: VoidedPurchase,
): Promise<void> {
  const order = await parts.db.query
    .selectFrom('orders')
    .select(['order_id', 'product_id', 'config_id'])
    .where('receipt', '=', receipt)
    .where('provider', '=', 'google-play')
    .executeTakeFirst();
  if (!order) return closeParkedPayment(parts.db, receipt);
  const isSubscription = rechargeConfigs.some(({ id, vipLevel }) => id === order.config_id && vipLevel > 0);
  const payment = {
    provider: 'google-play',
    receipt,
    orderId: order.order_id,
    productId: order.product_id,
    ...(isSubscription && {
      subscription: { id: purchaseToken, until: new Date(parts.clock()), isShared: false },
    }),
  };
  await returnMoney(parts, { payment, amount: Number.POSITIVE_INFINITY, reference: receipt });
}
