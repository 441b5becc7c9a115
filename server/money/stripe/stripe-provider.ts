import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Channel } from '../../contract/money.ts';
import type { Stored, Tx } from '../../db/schema.ts';
import type { ApiApp } from '../../http/api-app.ts';
import { ApiError, isRefusal } from '../../http/api-error.ts';
import type { Language } from '../../languages/languages.ts';
import { cancelOrder, orderLife } from '../orders.ts';
import { closeParkedPayment, parkPayment } from '../parked-payments.ts';
import type { Payment, PaymentProvider, PaymentRouteParts, Standing } from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { type ReturnedMoney, returnMoney, settlePayment } from '../settle-payment.ts';
import { type ShopParts, WatchedProvider } from '../shop-watch.ts';
import { openStripe, type StripeAccount } from './open-stripe.ts';
import { type Checkout, MalformedEvent, readEvent, type StripeEvent } from './stripe-events.ts';

/** A refund or dispute. `amount` is in the currency's smallest unit: 0 if the refund failed or we won the dispute. */
interface Return {
  id: string;
  amount: number;
  currency: string;
}

/** Stripe's code for the yuan. Its smallest unit is the fen, as in our orders. */
const currency = 'cny';

/** Payments through Stripe Checkout. Each order has one checkout session; its id is the receipt. */
export class StripeProvider extends WatchedProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(account: StripeAccount, parts: ShopParts) {
    super(parts);
    this.#stripe = openStripe(account);
    this.#webhookSecret = account.webhookSecret;
  }

  sells(_product: unknown, channel: Channel): boolean {
    return channel === 'page';
  }

  async begin(
    order: Stored<'orders'>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string }> {
    const { id, url } = await this.#reach(this.#open(order, returnUrl, language));
    if (!url) throw new Error(`Stripe opened ${id} without an address.`);
    await this.db.query
      .insertInto('stripe_checkouts')
      .values({ order_id: order.order_id, session_id: id, url })
      .execute();
    return { payment: id, payPage: url };
  }

  async confirm(receipt: string): Promise<Payment | null> {
    const session = await this.#findSession(receipt);
    return session && this.paymentOf(session);
  }

  async look(orderId: string): Promise<Standing> {
    const checkout = await this.db.query
      .selectFrom('stripe_checkouts')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (!checkout) return { kind: 'open', payPage: null };
    const session = await this.#findSession(checkout.session_id);
    if (!session || session.status === 'expired') return { kind: 'over' };
    const payment = await this.paymentOf(session);
    if (payment) return { kind: 'paid', payment };
    return session.status === 'complete' ? { kind: 'processing' } : { kind: 'open', payPage: checkout.url };
  }

  /**
   * The database deletes checkout rows together with their orders. The returned function expires unpaid checkouts at
   * Stripe.
   */
  async removeUser(tx: Tx, userId: string): Promise<() => void> {
    const open = await tx
      .selectFrom('stripe_checkouts')
      .innerJoin('orders', 'orders.order_id', 'stripe_checkouts.order_id')
      .select('session_id')
      .where('orders.user_id', '=', userId)
      .where('orders.status', '=', 'pending')
      .execute();
    return () => {
      for (const { session_id } of open) {
        // If this fails, the checkout expires within a day. A payment made before then is parked.
        this.#stripe.checkout.sessions.expire(session_id).catch((error: unknown) => {
          this.watch.report(`The checkout ${session_id} of a deleted account could not be ended: ${error}`);
        });
      }
    };
  }

  /** Throws the same errors as `readEvent`. */
  readNotification(body: Buffer, signature: string): StripeEvent {
    const parts = { webhooks: this.#stripe.webhooks, errors: Stripe.errors };
    return readEvent(parts, { body, signature, secret: this.#webhookSecret });
  }

  /**
   * Makes a payment from a checkout; null if it is unpaid. If the payment cannot be credited, parks it and returns
   * null.
   */
  async paymentOf(session: Checkout): Promise<Payment | null> {
    const orderId = session.client_reference_id ?? '';
    // Checkouts without an order id belong to other products in the same Stripe account.
    if (session.payment_status !== 'paid' || !/^[0-9a-f]{24}$/.test(orderId)) return null;
    const order = await this.db.query
      .selectFrom('orders')
      .select(['order_id', 'amount', 'product_id'])
      // If the operator credited the payment to another order, that order's receipt is this session.
      .where(where => where.or([where('order_id', '=', orderId), where('receipt', '=', session.id)]))
      .orderBy(sql`receipt IS NOT DISTINCT FROM ${session.id}`, 'desc')
      .executeTakeFirst();
    if (order && session.currency === currency && session.amount_total === order.amount) {
      const { order_id, product_id: productId } = order;
      return { provider: this.name, receipt: session.id, orderId: order_id, productId };
    }
    await this.park(session, order ? 'another amount than that of the order' : 'the order is gone');
    return null;
  }

  /** Parks a payment that cannot be credited, or a refund in another currency. */
  async park(session: Checkout, problem: string, returned?: Return): Promise<void> {
    const orderId = session.client_reference_id ?? '';
    const { id: receipt, amount, currency } = returned ?? { ...session, amount: session.amount_total };
    const payment = {
      provider: this.name,
      receipt,
      orderId,
      amount: amount ?? 0,
      currency: currency ?? '',
      problem,
    };
    if (!(await parkPayment(this.db, payment, this.clock()))) return;
    this.watch.report(`The payment ${receipt} of the order ${orderId} is parked: ${problem}.`);
  }

  /** A payment with its returned amount; null if we did not credit the payment. */
  async findReturned(paymentIntent: string): Promise<Omit<ReturnedMoney, 'reference'> | null> {
    const found = await this.#reach(returnedAmount(this.#stripe, paymentIntent));
    if (!found) return null;
    const { checkout, amount, foreign, isUndone } = found;
    for (const one of foreign) {
      if (one.amount === 0) await closeParkedPayment(this.db, one.id);
      else await this.park(checkout, 'it went back in another currency than it was paid in', one);
    }
    const payment = await this.paymentOf(checkout);
    if (payment) return { payment, amount };
    const isBack = amount >= (checkout.amount_total ?? 0);
    if (isBack || isUndone) await closeParkedPayment(this.db, checkout.id, isBack);
    return null;
  }

  #open(order: Stored<'orders'>, returnUrl: string, language: Language) {
    const config = rechargeConfigs.find(({ id }) => id === order.config_id);
    const back = new URL(returnUrl);
    back.hash = '';
    back.searchParams.set('order_id', order.order_id);
    const paid = `${back.href}&receipt={CHECKOUT_SESSION_ID}`;
    back.searchParams.set('cancelled', '1');
    const product_data = { name: config?.receipt[language] ?? order.product_id };

    return this.#stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: order.order_id,
        line_items: [{ quantity: 1, price_data: { currency, unit_amount: order.amount, product_data } }],
        expires_at: Math.floor((order.create_time.getTime() + orderLife) / 1000),
        success_url: paid,
        cancel_url: back.href,
      },
      // With this key, a repeated request opens the same checkout, so that an order cannot be paid twice.
      { idempotencyKey: `checkout-${order.order_id}` },
    );
  }

  async #findSession(id: string): Promise<Checkout | null> {
    if (!/^cs_\w{1,250}$/.test(id)) return null;
    return this.#reach(
      this.#stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
        throw error;
      }),
    );
  }

  /** Throws "unavailable" if Stripe fails. Rethrows errors about invalid requests, which are bugs of ours. */
  async #reach<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      const isOurs =
        !(error instanceof Stripe.errors.StripeError) ||
        error instanceof Stripe.errors.StripeInvalidRequestError;
      if (isOurs) throw error;
      this.watch.report(`Stripe could not be used: ${error.message}`);
      throw new ApiError('overloaded', 'error.payment-unavailable');
    }
  }

  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return stripeNotifications(app, this, parts);
  }
}

/**
 * Fetches a payment's checkout, refunds and disputes, because notifications may arrive in any order. `foreign`: refunds
 * and disputes in a different currency from the checkout, which cannot be added up. Null if the payment has no
 * checkout.
 */
async function returnedAmount(
  stripe: Stripe,
  paymentIntent: string,
): Promise<{ checkout: Checkout; amount: number; foreign: Return[]; isUndone: boolean } | null> {
  const query = { payment_intent: paymentIntent, limit: 100 };
  const [{ data: checkouts }, refunds, disputes] = await Promise.all([
    stripe.checkout.sessions.list(query),
    stripe.refunds.list(query).autoPagingToArray({ limit: 1000 }),
    stripe.disputes.list(query).autoPagingToArray({ limit: 1000 }),
  ]);
  const [checkout] = checkouts;
  if (!checkout) return null;
  const isFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  // Disputes with a `warning_` status are only inquiries by the bank.
  const isOver = ({ status }: Stripe.Dispute) => status === 'won' || status.startsWith('warning_');
  const returns = [
    ...refunds.map(one => ({ ...one, isVoid: isFailed(one) })),
    ...disputes.map(one => ({ ...one, isVoid: isOver(one) })),
  ].map(({ id, amount, currency, isVoid }) => ({ id, amount: isVoid ? 0 : amount, currency }));
  const isForeign = ({ currency }: Return) => (currency ?? checkout.currency) !== checkout.currency;
  return {
    checkout,
    amount: returns.filter(one => !isForeign(one)).reduce((sum, one) => sum + one.amount, 0),
    foreign: returns.filter(isForeign),
    isUndone: returns.some(({ amount }) => amount === 0),
  };
}

const stripePath = '/notify/stripe';

/** Stripe repeats a notification after a 500 or 503. A malformed one is logged and gets 400. */
async function stripeNotifications(
  app: ApiApp,
  payments: StripeProvider,
  parts: PaymentRouteParts,
): Promise<void> {
  // Do not parse the body: the signature covers its raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );

  app.post(stripePath, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = String(request.headers['stripe-signature'] ?? '');
    try {
      await take(payments, parts, payments.readNotification(body, signature), request);
    } catch (error) {
      const isMalformed = error instanceof MalformedEvent;
      if (isMalformed) request.log.error(error);
      else if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        payments.watch.countUnverified(payments.name);
      if (isMalformed || error instanceof Stripe.errors.StripeSignatureVerificationError) {
        return reply.code(400).send({ received: false });
      }
      throw error;
    }
    return { received: true };
  });
}

async function take(
  payments: StripeProvider,
  parts: PaymentRouteParts,
  event: StripeEvent,
  { log }: FastifyRequest,
): Promise<void> {
  if (event?.kind === 'paid') {
    const payment = await payments.paymentOf(event.checkout);
    if (!payment) return;
    await settlePayment(parts, payment).catch(async (error: unknown) => {
      // The order is already paid, or the account is being deleted. A retry would fail too, so park the payment.
      if (!isRefusal(error)) throw error;
      await payments.park(event.checkout, error.message);
    });
  }
  if (event?.kind === 'ended') {
    await cancelOrder(parts, event.checkout.client_reference_id ?? '');
  }
  if (event?.kind === 'returned') {
    let returned = await payments.findReturned(event.paymentIntent);
    while (returned) {
      const missing = await returnMoney(parts, { ...returned, reference: event.eventId });
      if (missing > 0) log.error(`${missing} coins of ${returned.payment.receipt} could not be taken back.`);
      // Another event may have been processed with newer data meanwhile. Repeat until the amount no longer changes.
      const now = await payments.findReturned(event.paymentIntent);
      returned = now?.amount === returned.amount ? null : now;
    }
  }
}
