import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { Channel } from '../../contract/money.ts';
import type { Database, DbAndClock } from '../../db/database.ts';
import type { Stored } from '../../db/schema.ts';
import { ownedPayment } from '../owned-payment.ts';
import { closeParkedPayment, parkPayment } from '../parked-payments.ts';
import type { Payment, PaymentProvider, Standing } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { returnMoney } from '../return-money.ts';
import type { ShopWatch } from '../shop-watch.ts';
import type { GooglePlayAccount } from './google-play-account.ts';
import type { GooglePlayApi, Purchase } from './google-play-api.ts';

/** A refunded payment; without an order id, our receipt is the token. */
const Voided = Type.Object({ orderId: Type.Optional(Type.String()), purchaseToken: Type.String() });

const day = 24 * 60 * 60_000;

/** Payments in Google Play. The receipt from the app is a purchase token; orders keep the id of its payment. */
export class GooglePlayPayments implements Omit<PaymentProvider, 'routes' | 'catchUp'> {
  readonly name = 'google-play';
  readonly account: GooglePlayAccount;
  readonly #api: GooglePlayApi;
  readonly #db: Database;
  readonly #clock: () => number;
  readonly watch: ShopWatch;

  constructor(
    google: { account: GooglePlayAccount; api: GooglePlayApi },
    db: Database,
    clock: () => number,
    watch: ShopWatch,
  ) {
    this.account = google.account;
    this.#api = google.api;
    this.#db = db;
    this.#clock = clock;
    this.watch = watch;
  }

  sells(_product: unknown, channel: Channel): boolean {
    return channel === 'google-play';
  }

  async begin({ product_id, order_id }: Stored<'orders'>): Promise<{ payment: string; payPage: null }> {
    return { payment: JSON.stringify({ product_id, obfuscated_account_id: order_id }), payPage: null };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    // Receipts of other providers have other forms.
    if (!/^[\w.-]{20,2000}$/.test(receipt) || receipt.split('.').length > 2) return null;
    const purchase = await this.find(receipt);
    if (!purchase) return null;
    const payment = await this.paymentOf(purchase);
    if (payment.orderId !== null || payment.userId !== undefined) return payment;
    if (purchase.until !== null && purchase.until.getTime() > this.#clock()) return payment;
    await this.park(purchase, 'nobody is known whose it is');
    return null;
  }

  /** Google offers no lookup by order: purchases arrive with a receipt or a notification. */
  async look(): Promise<Standing> {
    return { kind: 'open', payPage: null };
  }

  async removeUser(): Promise<() => void> {
    return () => {};
  }

  /** Null unless the purchase is paid and counts. */
  async find(token: string): Promise<Purchase | null> {
    const purchase = await this.watch.reach('Google Play', this.#api.find(token));
    if (!purchase?.isPaid) return null;
    if (purchase.isTest && !this.account.takesTests) {
      this.watch.report(`The purchase ${purchase.receipt} is a license tester's and does not count.`);
      return null;
    }
    return purchase;
  }

  /** The payment of a purchase; it is finished at Google after it is credited. */
  async paymentOf(purchase: Purchase): Promise<Payment> {
    const { token, receipt, productId, until, accountId } = purchase;
    await this.#db.query
      .insertInto('google_purchases')
      .values({ token, time: new Date(this.#clock()) })
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
    return ownedPayment(this.#db, payment, accountId);
  }

  /** Tokens of the replaced subscriptions, oldest last; fetches those that were never reported. */
  async #followedBy({ follows }: Purchase): Promise<string[]> {
    const tokens: string[] = [];
    for (let token = follows; token !== null && !tokens.includes(token) && tokens.length < 10; ) {
      tokens.push(token);
      const known = await this.#db.query
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

  /** Consumes or acknowledges a purchase; `catchUp` retries if that fails. */
  async finish(purchase: Purchase): Promise<void> {
    try {
      if (!purchase.isFinished) await this.#api.finish(purchase);
      await this.#db.query
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
    const payment = {
      provider: this.name,
      receipt,
      orderId: accountId ?? '',
      // Google's API does not return the price; the Play Console shows it.
      amount: 0,
      currency: '',
      problem,
    };
    if (!(await parkPayment(this.#db, payment, this.#clock()))) return;
    this.watch.report(`The purchase ${receipt} of Google Play is parked: ${problem}.`);
  }

  /** Takes back refunded purchases of the last two days; false if Google Play was away. */
  takeVoided(parts: DbAndClock): Promise<boolean> {
    const now = this.#clock();
    const list = {
      channel: this.name,
      list: 'voided purchases',
      numberOf: numberOfVoided,
      take: (voided: unknown) => takeVoided(parts, voided),
    };
    // One list per day: an unreadable page loses only its own day.
    const days = [now - 2 * day, now - day].map(start => this.#api.voided(start, start + day));
    return this.watch.takeEach(list, ...days);
  }
}

function numberOfVoided(voided: unknown): string {
  const { orderId, purchaseToken } = (voided ?? {}) as Partial<Static<typeof Voided>>;
  return String(orderId ?? purchaseToken ?? JSON.stringify(voided));
}

async function takeVoided(parts: DbAndClock, voided: unknown): Promise<void> {
  const { purchaseToken, orderId: receipt = purchaseToken } = Value.Parse(Voided, voided);
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
