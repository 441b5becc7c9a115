import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { DbAndClock } from '../../db/database.ts';
import type { Stored } from '../../db/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { problemOf } from '../../http/limits/limit-callers.ts';
import type { ApiApp } from '../../http/serve-call.ts';
import {
  closeParkedPayment,
  type Payment,
  type PaymentProvider,
  type PaymentRouteParts,
  type Renewal,
  type ShopParts,
  type Standing,
  WatchedProvider,
} from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { moveSubscriptionEnd, ownedPayment, returnMoney, settleOrPark } from '../settle-payment.ts';
import {
  type GooglePlayAccount,
  GooglePlayApi,
  openPushCheck,
  openServiceToken,
  type Purchase,
} from './google-play-api.ts';

/** A refunded payment. If the order id is missing, the purchase token identifies our order. */
const Voided = Type.Object({ orderId: Type.Optional(Type.String()), purchaseToken: Type.String() });

/** Payments in Google Play. The app's receipt is a purchase token; orders save the payment's id instead. */
export class GooglePlayProvider extends WatchedProvider implements PaymentProvider {
  readonly name = 'google-play';
  readonly channel = 'google-play';
  readonly account: GooglePlayAccount;
  readonly #api: GooglePlayApi;

  constructor(google: { account: GooglePlayAccount; api: GooglePlayApi }, parts: ShopParts) {
    super(parts);
    this.account = google.account;
    this.#api = google.api;
  }

  async begin({ product_id, order_id }: Stored<'orders'>): Promise<{ payment: string; payPage: null }> {
    return { payment: JSON.stringify({ product_id, obfuscated_account_id: order_id }), payPage: null };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    // Not in the form of a purchase token, so the receipt belongs to another provider.
    if (!/^[\w.-]{20,2000}$/.test(receipt) || receipt.split('.').length > 2) return null;
    const purchase = await this.find(receipt);
    if (!purchase) return null;
    const payment = await this.paymentOf(purchase);
    if (payment.orderId !== null || payment.userId !== undefined) return payment;
    if (purchase.until !== null && purchase.until.getTime() > this.clock()) return payment;
    await this.park(purchase, 'nobody is known whose it is');
    return null;
  }

  /** Google cannot find a purchase by our order's id. Receipts and notifications tell us of purchases. */
  async look(): Promise<Standing> {
    return { kind: 'open', payPage: null };
  }

  async renewalOf({
    subscription_id,
  }: Pick<Stored<'store_subscriptions'>, 'subscription_id'>): Promise<Renewal | null> {
    return (await this.find(subscription_id))?.renewal ?? null;
  }

  /** Finds a token's purchase. Null unless it is paid, and no license tester's (unless the account accepts those). */
  async find(token: string): Promise<Purchase | null> {
    const purchase = await this.watch.reach('Google Play', this.#api.find(token));
    if (!purchase?.isPaid) return null;
    if (purchase.isTest && !this.account.takesTests) {
      this.watch.report(`The purchase ${purchase.receipt} is a license tester's and does not count.`);
      return null;
    }
    return purchase;
  }

  /** Makes a payment from a purchase. Once the payment is credited, the purchase is finished at Google. */
  async paymentOf(purchase: Purchase): Promise<Payment> {
    const { token, receipt, productId, until, accountId } = purchase;
    await this.db.query
      .insertInto('google_purchases')
      .values({ token, time: new Date(this.clock()) })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    const payment = {
      provider: this.name,
      receipt,
      productId,
      ...(until && {
        subscription: { id: token, until, isShared: false, follows: await this.#followedBy(purchase) },
      }),
      onCredited: () => this.finish(purchase),
    };
    return ownedPayment(this.db, payment, accountId);
  }

  /** Tokens of replaced subscriptions, newest first. Fetches purchases that were never reported to us. */
  async #followedBy({ follows }: Purchase): Promise<string[]> {
    const tokens: string[] = [];
    for (let token = follows; token !== null && !tokens.includes(token) && tokens.length < 10; ) {
      tokens.push(token);
      const known = await this.db.query
        .selectFrom('store_subscriptions')
        .select('user_id')
        .where('provider', '=', this.name)
        .where('subscription_id', '=', token)
        .executeTakeFirst();
      const earlier = known ? null : await this.watch.reach('Google Play', this.#api.find(token));
      token = earlier?.follows ?? null;
    }
    return tokens;
  }

  /** Consumes or acknowledges a purchase. If that fails, `catchUp` tries again. */
  async finish(purchase: Purchase): Promise<void> {
    try {
      if (!purchase.isFinished) await this.#api.finish(purchase);
      await this.db.query
        .updateTable('google_purchases')
        .set({ finished: true })
        .where('token', '=', purchase.token)
        .execute();
    } catch (error) {
      this.watch.report(
        `The purchase ${purchase.receipt} could not be finished at Google Play yet: ${error}`,
      );
    }
  }

  async park({ receipt, accountId }: Purchase, problem: string): Promise<void> {
    // Google's API does not return the price; the operator can see it in the Play Console.
    const payment = { receipt, orderId: accountId ?? '', amount: 0, currency: '', problem };
    await this.savePark(payment, `The purchase ${receipt} of Google Play`);
  }

  /** Takes coins or days back for purchases refunded in the last two days. False if Google Play did not respond. */
  takeVoided(parts: DbAndClock): Promise<boolean> {
    const now = this.clock();
    const list = {
      channel: this.name,
      list: 'voided purchases',
      numberOf: numberOfVoided,
      take: (voided: unknown) => this.#takeOneVoided(parts, voided),
    };
    // One list per day: an unreadable page then affects only its own day.
    const days = [now - 2 * day, now - day].map(start => this.#api.voided(start, start + day));
    return this.watch.takeEach(list, ...days);
  }

  /** Rejects with a message for the operator if the key file is invalid. */
  static async open(account: GooglePlayAccount, parts: ShopParts): Promise<GooglePlayProvider> {
    const token = await openServiceToken(account.keyFile, parts.clock).catch((cause: unknown) => {
      throw new Error('GOOGLE_PLAY_KEY must be the file of a service account’s key.', { cause });
    });
    return new GooglePlayProvider({ account, api: new GooglePlayApi(account, token) }, parts);
  }

  /** Finishes purchases before Google refunds them, and takes coins or days back for recent refunds. */
  async catchUp(parts: DbAndClock): Promise<void> {
    const oldest = new Date(this.clock() - 4 * day);
    await this.db.query.deleteFrom('google_purchases').where('time', '<', oldest).execute();
    const open = await this.db.query
      .selectFrom('google_purchases')
      .select('token')
      .where('finished', '=', false)
      .execute();
    const list = {
      channel: this.name,
      list: 'unfinished purchases',
      numberOf: (token: string) => `${token.slice(0, 16)}…`,
      take: (token: string) => this.#takePurchase(parts, token),
    };
    await this.watch.takeEach(
      list,
      open.map(({ token }) => token),
    );
    await this.takeVoided(parts);
  }

  async #takeOneVoided(parts: DbAndClock, voided: unknown): Promise<void> {
    const { purchaseToken, orderId: receipt = purchaseToken } = Value.Parse(Voided, voided);
    const order = await parts.db.query
      .selectFrom('orders')
      .select(['order_id', 'product_id', 'config_id'])
      .where('receipt', '=', receipt)
      .where('provider', '=', this.name)
      .executeTakeFirst();
    if (!order) return closeParkedPayment(parts.db, receipt);
    const isSubscription = rechargeConfigs.some(({ id, vipLevel }) => id === order.config_id && vipLevel > 0);
    const payment = {
      provider: this.name,
      receipt,
      orderId: order.order_id,
      productId: order.product_id,
      ...(isSubscription && {
        subscription: { id: purchaseToken, until: new Date(parts.clock()), isShared: false },
      }),
    };
    await returnMoney(parts, { payment, amount: Number.POSITIVE_INFINITY, reference: receipt });
  }

  /** Google repeats a notification until the response is 200. */
  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    const isFromGoogle = openPushCheck(this.account, this.clock);
    app.post('/notify/google-play', { schema: { body: Push } }, async (request, reply) => {
      if (!(await isFromGoogle(request.headers.authorization ?? ''))) {
        this.watch.countUnverified(this.name);
        return reply.code(401).send({ received: false });
      }
      let notification: Static<typeof Notification>;
      try {
        const text = Buffer.from(request.body.message.data, 'base64').toString();
        notification = Value.Parse(Notification, JSON.parse(text));
        if (problemOf(notification)) throw new Error('A notification holds letters that cannot be stored.');
      } catch (error) {
        request.log.error(error);
        return reply.code(400).send({ received: false });
      }
      if (notification.packageName === this.account.packageName) await this.#take(parts, notification);
      return { received: true };
    });
  }

  async #take(parts: DbAndClock, notification: Static<typeof Notification>): Promise<void> {
    const bought = notification.subscriptionNotification ?? notification.oneTimeProductNotification;
    if (bought) await this.#takePurchase(parts, bought.purchaseToken);
    // Respond with an error, so that Google repeats the notification.
    if (notification.voidedPurchaseNotification && !(await this.takeVoided(parts)))
      throw new ApiError('overloaded', 'error.payment-unavailable');
  }

  /** Credits a purchase once, and sets its subscription's end to the date that Google reports. */
  async #takePurchase(parts: DbAndClock, token: string): Promise<void> {
    const purchase = await this.find(token);
    if (!purchase) return;
    const payment = await this.paymentOf(purchase);
    await settleOrPark(parts, payment, problem => this.park(purchase, problem));
    if (purchase.until === null) return;
    const { receipt, productId } = purchase;
    const period = { provider: this.name, receipt, productId, subscriptionId: token };
    await moveSubscriptionEnd(parts, period, purchase.until);
  }
}

function numberOfVoided(voided: unknown): string {
  const { orderId, purchaseToken } = (voided ?? {}) as Partial<Static<typeof Voided>>;
  return String(orderId ?? purchaseToken ?? JSON.stringify(voided));
}

const Push = Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 65_536 }) }) });

const Token = Type.Optional(Type.Object({ purchaseToken: Type.String() }));

const Notification = Type.Object({
  packageName: Type.String(),
  subscriptionNotification: Token,
  oneTimeProductNotification: Token,
  voidedPurchaseNotification: Token,
});

const day = 24 * 60 * 60_000;
