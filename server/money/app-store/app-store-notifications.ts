import { Type } from 'typebox';
import type { ApiApp } from '../../http/api-app.ts';
import { isRefusal } from '../../http/api-error.ts';
import { moveSubscriptionEnd } from '../move-subscription-end.ts';
import { closeParkedPayment } from '../parked-payments.ts';
import type { PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';
import type { AppStorePayments } from './app-store-payments.ts';
import { NotSigned, type Transaction } from './signed-reader.ts';

/** The address to which the App Store reports what happens to purchases. */
const appStorePath = '/notify/app-store';

const Body = Type.Object({ signedPayload: Type.String({ maxLength: 65_536 }) });

/** Takes the App Store's notifications. After any response but 200 it sends them again, for three days. */
export async function appStoreNotifications(
  app: ApiApp,
  payments: AppStorePayments,
  parts: PaymentRouteParts,
): Promise<void> {
  app.post(appStorePath, { schema: { body: Body } }, async (request, reply) => {
    try {
      await takeNotification(payments, parts, request.body.signedPayload);
    } catch (error) {
      if (!(error instanceof NotSigned)) throw error;
      request.log.info(error);
      payments.watch.countUnverified(payments.name);
      return reply.code(400).send({ received: false });
    }
    return { received: true };
  });
}

/**
 * Acts on a notification, however often it comes: only which transaction it is about counts, and that is looked up. Throws
 * `NotSigned`.
 */
export async function takeNotification(
  payments: AppStorePayments,
  parts: SettleParts,
  signed: string,
): Promise<void> {
  const { id, isReversal, transaction, graceUntil } = await payments.readNotification(signed);
  if (!transaction) return;
  const current = await payments.current(transaction.id);
  try {
    await take(payments, parts, current, id);
  } catch (error) {
    // Sending it again would change nothing: its order is gone, or is for something else.
    if (!isRefusal(error)) throw error;
    if (current.revoked !== null) await closeParkedPayment(parts.db, current.id);
    else if (!current.isShared) {
      await payments.park(current, error.message);
      // Its money came back to us.
      if (isReversal) await closeParkedPayment(parts.db, current.id, false);
    }
    return;
  }
  // The store goes on trying to collect: what is paid lasts until then.
  if (graceUntil !== null)
    await moveSubscriptionEnd(parts, periodOf(payments, current), new Date(graceUntil));
}

/** Credits a transaction if it is not yet, and takes back what it bought if its money went back. */
async function take(
  payments: AppStorePayments,
  parts: SettleParts,
  transaction: Transaction,
  reference: string,
): Promise<void> {
  const payment = await payments.paymentOf(transaction);
  const price = rechargeConfigs.find(({ productId }) => productId === payment.productId)?.price ?? 0;
  const amount = Math.round(price * transaction.returnedPart);
  await returnMoney(parts, { payment, amount, reference });
  // What is revoked ends, also where no money went back, as that of a relative; so does what was upgraded.
  if (transaction.revoked !== null || transaction.isUpgraded)
    await moveSubscriptionEnd(parts, periodOf(payments, transaction), new Date(parts.clock()));
}

const periodOf = ({ name }: AppStorePayments, { id, originalId, productId }: Transaction) => ({
  provider: name,
  receipt: id,
  productId,
  subscriptionId: originalId,
});
