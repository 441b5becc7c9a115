import type { Selectable } from 'kysely';
import Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import type { OrdersTable } from '../../db/schema.ts';
import { defaultLanguage } from '../../languages/languages.ts';
import type { Payment, PaymentProvider } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import type { StripeAccount } from './stripe-account.ts';

/** Stripe's name of the yuan; its smallest unit is the fen, as in our orders. */
const currency = 'cny';

/** Milliseconds for one request. */
const timeLimit = 10_000;

/** What is paid at Stripe Checkout: one session an order; the receipt is the session's id. */
export class StripePayments implements PaymentProvider {
  readonly #stripe: Stripe;
  readonly #db: Database;
  readonly #webhookSecret: string;
  readonly #onProblem: (problem: string) => void;

  /** `onProblem` is called for money that came and cannot be credited: somebody has to look. */
  constructor(account: StripeAccount, db: Database, onProblem: (problem: string) => void) {
    const { protocol, hostname, port } = new URL(account.apiOrigin);
    this.#stripe = new Stripe(account.secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: Number(port) || (protocol === 'http:' ? 80 : 443),
      timeout: timeLimit,
      maxNetworkRetries: 2,
      telemetry: false,
    });
    this.#webhookSecret = account.webhookSecret;
    this.#db = db;
    this.#onProblem = onProblem;
  }

  async begin(
    order: Selectable<OrdersTable>,
    returnUrl: string,
  ): Promise<{ payment: string; payPage: string }> {
    const checkout = (await this.#findCheckout(order.order_id)) ?? (await this.#open(order, returnUrl));
    return { payment: checkout.session_id, payPage: checkout.url };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    if (!/^cs_\w+$/.test(receipt)) return null;
    try {
      return await this.#paymentOf(await this.#stripe.checkout.sessions.retrieve(receipt));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
      throw error;
    }
  }

  async findPayment(orderId: string): Promise<Payment | null> {
    const checkout = await this.#findCheckout(orderId);
    return checkout ? this.confirm(checkout.session_id) : null;
  }

  /** The checkouts go with the orders. */
  async removeUser(): Promise<void> {}

  /**
   * The payment that a notification reports, or null when it is about something else. Throws a
   * StripeSignatureVerificationError when it does not come from Stripe or is older than five minutes.
   */
  async readNotification(body: Buffer, signature: string): Promise<Payment | null> {
    const event = this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret);
    switch (event.type) {
      case 'checkout.session.completed':
      // Some ways to pay, such as bank transfers, succeed days after the checkout.
      case 'checkout.session.async_payment_succeeded':
        return this.#paymentOf(event.data.object);
      default:
        return null;
    }
  }

  async #open(order: Selectable<OrdersTable>, returnUrl: string) {
    const config = rechargeConfigs.find(({ id }) => id === order.config_id);
    const back = new URL(returnUrl);
    back.hash = '';
    back.searchParams.set('order_id', order.order_id);
    const paid = `${back.href}&receipt={CHECKOUT_SESSION_ID}`;
    back.searchParams.set('cancelled', '1');

    const session = await this.#stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.order_id,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency,
              unit_amount: order.amount,
              product_data: { name: config?.title[defaultLanguage] ?? order.product_id },
            },
          },
        ],
        success_url: paid,
        cancel_url: back.href,
      },
      // However often it is asked for, an order can be paid once only.
      { idempotencyKey: `checkout-${order.order_id}` },
    );
    if (!session.url) throw new Error(`Stripe opened ${session.id} without an address.`);

    const checkout = { order_id: order.order_id, session_id: session.id, url: session.url };
    await this.#db.query
      .insertInto('stripe_checkouts')
      .values(checkout)
      .onConflict(conflict => conflict.doNothing())
      .execute();
    return checkout;
  }

  #findCheckout(orderId: string) {
    return this.#db.query
      .selectFrom('stripe_checkouts')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
  }

  async #paymentOf(session: Stripe.Checkout.Session): Promise<Payment | null> {
    if (session.payment_status !== 'paid') return null;
    const orderId = session.client_reference_id ?? '';
    const order = await this.#db.query
      .selectFrom('orders')
      .select(['amount', 'product_id'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();

    if (!order) {
      this.#onProblem(`The checkout ${session.id} was paid, but its order ${orderId} is gone.`);
      return null;
    }
    if (session.currency !== currency || session.amount_total !== order.amount) {
      const paid = `${session.amount_total} ${session.currency}`;
      this.#onProblem(`The checkout ${session.id} of order ${orderId} was paid with ${paid}.`);
      return null;
    }
    return { receipt: session.id, orderId, productId: order.product_id };
  }
}
