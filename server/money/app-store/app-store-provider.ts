import { GetTransactionHistoryVersion, type HistoryResponse, Status } from '@apple/app-store-server-library';
import { Type } from 'typebox';
import type { DbAndClock } from '../../db/database.ts';
import type { Stored } from '../../db/schema.ts';
import { isRefusal } from '../../http/api-error.ts';
import type { ApiApp } from '../../http/serve-call.ts';
import {
  closeParkedPayment,
  isAway,
  type Payment,
  type PaymentProvider,
  type PaymentRouteParts,
  type Renewal,
  type ShopParts,
  type Standing,
  WatchedProvider,
} from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { moveSubscriptionEnd, ownedPayment, returnMoney } from '../settle-payment.ts';
import type { StoreSubscription } from '../store-subscriptions.ts';
import {
  type AppStoreAccount,
  type AppStoreApi,
  fromThousandths,
  NotSigned,
  numberIn,
  openAppStoreApi,
  SignedReader,
  type Transaction,
} from './app-store-api.ts';

const hour = 60 * 60_000;

/** The app's receipt is a transaction signed by StoreKit 2; orders save only the transaction id. */
export class AppStoreProvider extends WatchedProvider implements PaymentProvider {
  readonly name = 'app-store';
  readonly channel = 'app-store';
  readonly #reader: SignedReader;
  readonly #api: AppStoreApi;

  constructor(apple: { reader: SignedReader; api: AppStoreApi }, parts: ShopParts) {
    super(parts);
    this.#reader = apple.reader;
    this.#api = apple.api;
  }

  async begin({ product_id, order_id }: Stored<'orders'>): Promise<{ payment: string; payPage: null }> {
    return {
      payment: JSON.stringify({ product_id, app_account_token: tokenOf(order_id) }),
      payPage: null,
    };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    // Apple's signed texts have three parts, so this receipt belongs to another provider.
    if (receipt.split('.').length !== 3) return null;
    try {
      const transaction = await this.#reader.transaction(receipt);
      const payment = await this.paymentOf(transaction);
      const isOwned = payment.orderId !== null || payment.userId !== undefined;
      if (isOwned) return transaction.revoked === null ? payment : null;
      // Fetch the current transaction: the phone's copy may be older than a refund.
      const current = await this.current(transaction.id);
      const isRunning = current.revoked === null && (current.expires ?? 0) > this.clock();
      if (payment.subscription && isRunning) return payment;
      if (current.revoked === null) await this.park(current, 'nobody is known whose it is');
    } catch (error) {
      // Users can make up receipts, so do not log them. The metric `tyy_receipts_unconfirmed` counts them.
      if (!(error instanceof NotSigned)) throw error;
    }
    return null;
  }

  async look(orderId: string): Promise<Standing> {
    const earlier = await this.db.query
      .selectFrom('orders')
      .innerJoin('orders as own', 'own.user_id', 'orders.user_id')
      .select(['own.receipt', 'orders.create_time'])
      .where('orders.order_id', '=', orderId)
      .where('own.provider', '=', this.name)
      .where('own.receipt', 'is not', null)
      .orderBy('own.paid_time', 'desc')
      .limit(3)
      .execute();
    // Apple lists all purchases of a customer, given any purchase of theirs.
    for (const { receipt, create_time } of earlier) {
      try {
        const found = await this.#findInHistory(receipt!, orderId, create_time);
        if (found) return { kind: 'paid', payment: await this.paymentOf(found) };
        break;
      } catch (error) {
        if (isAway(error)) throw error;
        // Try the next of the user's earlier purchases.
        this.watch.passBy({ channel: this.name, list: 'customers' }, receipt!, error);
      }
    }
    return { kind: 'open', payPage: null };
  }

  /** Null also while Apple retries a failed payment, because it then knows no day. */
  async renewalOf({
    subscription_id,
    receipt,
  }: Pick<Stored<'store_subscriptions'>, 'subscription_id' | 'receipt'>): Promise<Renewal | null> {
    const { data = [] } = await this.#reach(api => api.getAllSubscriptionStatuses(receipt));
    const last = data
      .flatMap(group => group.lastTransactions ?? [])
      .find(({ originalTransactionId }) => originalTransactionId === subscription_id);
    if (last?.status !== Status.ACTIVE || !last.signedTransactionInfo || !last.signedRenewalInfo) return null;
    const { isShared } = await this.#reader.transaction(last.signedTransactionInfo);
    return isShared ? null : this.#reader.renewal(last.signedRenewalInfo);
  }

  /** Fetches the transaction's current state, because notifications may arrive in any order. */
  async current(id: string): Promise<Transaction> {
    const { signedTransactionInfo = '' } = await this.#reach(api => api.getTransactionInfo(id));
    return this.#reader.transaction(signedTransactionInfo);
  }

  /** Of two days, in parts of six hours: an unreadable page then affects only its own six hours. */
  missedNotifications(): AsyncGenerator<string>[] {
    const now = this.clock();
    const starts = Array.from({ length: 8 }, (_, index) => now - (48 - 6 * index) * hour);
    return starts.map(start => this.#api.missedNotifications(start, start + 6 * hour));
  }

  /** For its unpaid order, or for its user, who then gets a new order. Neither if the user is unknown. */
  async paymentOf(transaction: Transaction): Promise<Payment> {
    const { id, productId, token } = transaction;
    const subscription = await this.#subscriptionOf(transaction);
    const payment = { provider: this.name, receipt: id, productId, ...(subscription && { subscription }) };
    return ownedPayment(this.db, payment, orderOfToken(token ?? ''));
  }

  /** Null for other products. All periods of a subscription group share one id, even after an upgrade. */
  async #subscriptionOf(transaction: Transaction): Promise<StoreSubscription | null> {
    const { id, originalId, expires, isShared } = transaction;
    if (expires === null) return null;
    const now = this.clock();
    const known = await this.db.query
      .selectFrom('store_subscriptions')
      .select(['receipt', 'until'])
      .where('provider', '=', this.name)
      .where('subscription_id', '=', originalId)
      .executeTakeFirst();
    const other = known && known.receipt !== id && expires > now ? known : null;
    // Fetch the current transaction: the phone's copy may be older than an upgrade.
    const current = other ? await this.#findCurrent(id) : transaction;
    const hasEnded = current?.isUpgraded ?? transaction.isUpgraded;
    const until = new Date(hasEnded ? Math.min(expires, now) : expires);
    const period = { id: originalId, until, isShared };
    if (!other || other.until < until) return period;
    const replaced = await this.#findCurrent(other.receipt);
    return replaced?.isUpgraded || replaced?.revoked ? { ...period, replaces: other.receipt } : period;
  }

  /** Like `current`, but returns null if the App Store does not know the transaction. */
  async #findCurrent(id: string): Promise<Transaction | null> {
    return this.current(id).catch((error: unknown) => {
      if (isAway(error)) throw error;
      return null;
    });
  }

  async park({ id, token, price, currency }: Transaction, problem: string): Promise<void> {
    const payment = {
      receipt: id,
      orderId: orderOfToken(token ?? '') ?? '',
      amount: fromThousandths(price, currency),
      currency: currency.toLowerCase(),
      problem,
    };
    await this.savePark(payment, `The transaction ${id} of the App Store`);
  }

  async #findInHistory(receipt: string, orderId: string, since: Date): Promise<Transaction | null> {
    const query = {
      startDate: since.getTime() - hour,
      productIds: rechargeConfigs.map(one => one.productId),
    };
    let revision: string | null = null;
    for (;;) {
      const from: string | null = revision;
      const page: HistoryResponse = await this.#reach(api =>
        api.getTransactionHistory(receipt, from, query, GetTransactionHistoryVersion.V2),
      );
      for (const signed of page.signedTransactions ?? []) {
        try {
          const transaction = await this.#reader.transaction(signed);
          if (orderOfToken(transaction.token ?? '') === orderId && transaction.revoked === null)
            return transaction;
        } catch (error) {
          if (isAway(error)) throw error;
          this.watch.passBy({ channel: this.name, list: 'history' }, numberIn(signed), error);
        }
      }
      if (!page.hasMore || !page.revision || page.revision === from) return null;
      revision = page.revision;
    }
  }

  #reach<Result>(call: (api: AppStoreApi) => Promise<Result>): Promise<Result> {
    return this.watch.reach('The App Store', call(this.#api));
  }

  /** Rejects with a message for the operator if one of the account's files is invalid. */
  static async open(account: AppStoreAccount, parts: ShopParts): Promise<AppStoreProvider> {
    const opening = [SignedReader.open(account), openAppStoreApi(account)] as const;
    const [reader, api] = await Promise.all(opening).catch((cause: unknown) => {
      throw new Error('APP_STORE_ROOTS and APP_STORE_KEY must be files of certificates and of a key.', {
        cause,
      });
    });
    return new AppStoreProvider({ reader, api }, parts);
  }

  async catchUp(parts: DbAndClock): Promise<void> {
    const list = {
      channel: this.name,
      list: 'notifications',
      numberOf: numberIn,
      take: (signed: string) => this.#takeNotification(parts, signed),
    };
    await this.watch.takeEach(list, ...this.missedNotifications());
  }

  /** If the response is not 200, the App Store repeats the notification up to five times within a week. */
  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    app.post('/notify/app-store', { schema: { body: Body } }, async (request, reply) => {
      try {
        await this.#takeNotification(parts, request.body.signedPayload);
      } catch (error) {
        if (!(error instanceof NotSigned)) throw error;
        request.log.info(error);
        this.watch.countUnverified(this.name);
        return reply.code(400).send({ received: false });
      }
      return { received: true };
    });
  }

  /** Always fetches the transaction's current state, so it is safe to repeat. Throws `NotSigned`. */
  async #takeNotification(parts: DbAndClock, signed: string): Promise<void> {
    const { id, isReversal, transaction, graceUntil } = await this.#reader.notification(signed);
    if (!transaction) return;
    const current = await this.current(transaction.id);
    try {
      await this.#take(parts, current, id);
    } catch (error) {
      // The order is gone or is for another product. A retry would fail too, so park the payment.
      if (!isRefusal(error)) throw error;
      if (current.revoked !== null) await closeParkedPayment(parts.db, current.id);
      else if (!current.isShared) {
        await this.park(current, error.message);
        // Apple reversed the refund, so the money is ours again.
        if (isReversal) await closeParkedPayment(parts.db, current.id, false);
      }
      return;
    }
    // Apple is still trying to collect the payment: extend the subscription to the end of the grace period.
    if (graceUntil !== null) await this.#moveEnd(parts, current, graceUntil);
  }

  /** Credits a transaction once. Takes the coins or days back if the transaction was refunded. */
  async #take(parts: DbAndClock, transaction: Transaction, reference: string): Promise<void> {
    const payment = await this.paymentOf(transaction);
    const price = rechargeConfigs.find(({ productId }) => productId === payment.productId)?.price ?? 0;
    const amount = Math.round(price * transaction.returnedPart);
    await returnMoney(parts, { payment, amount, reference });
    // A revoked subscription ends even without a refund, e.g. if a family member stops sharing; so does an upgraded one.
    if (transaction.revoked !== null || transaction.isUpgraded)
      await this.#moveEnd(parts, transaction, parts.clock());
  }

  #moveEnd(parts: DbAndClock, { id, originalId, productId }: Transaction, end: number): Promise<void> {
    const period = { provider: this.name, receipt: id, productId, subscriptionId: originalId };
    return moveSubscriptionEnd(parts, period, new Date(end));
  }
}

/** The UUID (`appAccountToken`) holds the id's 24 hexadecimal digits; version 8 allows any content. */
function tokenOf(orderId: string): string {
  const [a, b, c, d] = [
    orderId.slice(0, 8),
    orderId.slice(8, 12),
    orderId.slice(12, 15),
    orderId.slice(15, 18),
  ];
  return `${a}-${b}-8${c}-8${d}-${orderId.slice(18)}000000`;
}

/** Extracts the order's id from a token; null if we did not make the token. */
function orderOfToken(token: string): string | null {
  const parts = token
    .toLowerCase()
    .match(/^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{6})0{6}$/);
  return parts ? parts.slice(1).join('') : null;
}

const Body = Type.Object({ signedPayload: Type.String({ maxLength: 65_536 }) });
