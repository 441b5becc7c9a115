import { Type } from 'typebox';
import type { Database, DbAndClock } from '../../db/database.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { isRefusal } from '../../http/api-error.ts';
import { moveSubscriptionEnd } from '../move-subscription-end.ts';
import { closeParkedPayment } from '../parked-payments.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { AppStoreAccount } from './app-store-account.ts';
import { openAppStoreApi } from './app-store-api.ts';
import { AppStorePayments } from './app-store-payments.ts';
import { NotSigned, numberIn, SignedReader, type Transaction } from './signed-reader.ts';

const appStorePath = '/notify/app-store';

const Body = Type.Object({ signedPayload: Type.String({ maxLength: 65_536 }) });

const periodOf = ({ name }: AppStorePayments, { id, originalId, productId }: Transaction) => ({
  provider: name,
  receipt: id,
  productId,
  subscriptionId: originalId,
});

export class AppStoreProvider extends AppStorePayments implements PaymentProvider {
  /** Rejects with a message for the operator if a file of the account is invalid. */
  static async open(
    account: AppStoreAccount,
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ): Promise<AppStoreProvider> {
    const opening = [SignedReader.open(account), openAppStoreApi(account)] as const;
    const [reader, api] = await Promise.all(opening).catch((cause: unknown) => {
      throw new Error('APP_STORE_ROOTS and APP_STORE_KEY must be files of certificates and of a key.', {
        cause,
      });
    });
    return new AppStoreProvider({ reader, api }, db, clock, watch);
  }

  async catchUp(parts: DbAndClock): Promise<void> {
    const list = {
      channel: this.name,
      list: 'notifications',
      numberOf: numberIn,
      take: (signed: string) => takeNotification(this, parts, signed),
    };
    await this.watch.takeEach(list, ...this.missedNotifications());
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return appStoreNotifications(app, this, parts);
  }
}

/** After any response but 200 the App Store sends a notification again, for three days. */
async function appStoreNotifications(
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

/** Safe to repeat: a notification only names the transaction, whose state is fetched. Throws `NotSigned`. */
async function takeNotification(
  payments: AppStorePayments,
  parts: DbAndClock,
  signed: string,
): Promise<void> {
  const { id, isReversal, transaction, graceUntil } = await payments.readNotification(signed);
  if (!transaction) return;
  const current = await payments.current(transaction.id);
  try {
    await take(payments, parts, current, id);
  } catch (error) {
    // A retry would fail too: the order is gone or for another product.
    if (!isRefusal(error)) throw error;
    if (current.revoked !== null) await closeParkedPayment(parts.db, current.id);
    else if (!current.isShared) {
      await payments.park(current, error.message);
      // The refund was reversed: the money is ours again.
      if (isReversal) await closeParkedPayment(parts.db, current.id, false);
    }
    return;
  }
  // The App Store keeps trying to collect, so the paid time lasts until the end of the grace period.
  if (graceUntil !== null)
    await moveSubscriptionEnd(parts, periodOf(payments, current), new Date(graceUntil));
}

/** Credits a transaction if it is not credited yet, and takes back its purchase if it was refunded. */
async function take(
  payments: AppStorePayments,
  parts: DbAndClock,
  transaction: Transaction,
  reference: string,
): Promise<void> {
  const payment = await payments.paymentOf(transaction);
  const price = rechargeConfigs.find(({ productId }) => productId === payment.productId)?.price ?? 0;
  const amount = Math.round(price * transaction.returnedPart);
  await returnMoney(parts, { payment, amount, reference });
  // Revoked subscriptions end even without a refund, e.g. those shared by a family member; so do upgraded ones.
  if (transaction.revoked !== null || transaction.isUpgraded)
    await moveSubscriptionEnd(parts, periodOf(payments, transaction), new Date(parts.clock()));
}
