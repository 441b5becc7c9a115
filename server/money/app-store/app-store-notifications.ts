import { Type } from 'typebox';
import { lockUser } from '../../accounts/lock-user.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { isRefusal } from '../../http/api-error.ts';
import { closeParkedPayment } from '../parked-payments.ts';
import type { Payment, PaymentRouteParts, SettleParts } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';
import { endSubscription, extendSubscription } from '../store-subscriptions.ts';
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
      request.log.warn(error);
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
  const { id, transaction, graceUntil } = await payments.readNotification(signed);
  if (!transaction) return;
  const current = await payments.current(transaction.id);
  try {
    await take(payments, parts, current, id);
  } catch (error) {
    // Sending it again would change nothing: its order is gone, or is for something else.
    if (!isRefusal(error)) throw error;
    if (current.revoked !== null) await closeParkedPayment(parts.db, current.id);
    else if (!current.isShared) await payments.park(current, error.message);
    return;
  }
  if (graceUntil !== null) await prolong(payments, parts, current, new Date(graceUntil));
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
  if (transaction.revoked !== null) await end(parts, payment);
}

/** What is revoked ends, also where no money went back, as that of a relative. */
async function end(parts: SettleParts, { provider, receipt }: Payment): Promise<void> {
  const owner = await ownerOf(parts, receipt);
  if (owner === null) return;
  await parts.db.query.transaction().execute(async tx => {
    await lockUser(tx, owner.user_id);
    await endSubscription(tx, { provider, receipt, user_id: owner.user_id }, parts.clock());
  });
}

/** A renewal failed, but the store goes on trying: what is paid lasts until then. */
async function prolong(
  payments: AppStorePayments,
  parts: SettleParts,
  { id, originalId, productId }: Transaction,
  until: Date,
): Promise<void> {
  const owner = await ownerOf(parts, id);
  const level = rechargeConfigs.find(config => config.productId === productId)?.vipLevel ?? 0;
  if (owner === null) return;
  await parts.db.query.transaction().execute(async tx => {
    await lockUser(tx, owner.user_id);
    const row = { provider: payments.name, subscription_id: originalId, receipt: id, until };
    await extendSubscription(tx, { ...row, user_id: owner.user_id }, level, parts.clock());
  });
}

async function ownerOf({ db }: SettleParts, receipt: string): Promise<{ user_id: string } | null> {
  const order = await db.query
    .selectFrom('orders')
    .select('user_id')
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  return order ?? null;
}
