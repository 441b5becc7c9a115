import type { FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { type Static, type TSchema, Type } from 'typebox';
import Value from 'typebox/value';
import type { Stored, Tx } from '../../db/schema.ts';
import { fetchElsewhere } from '../../elsewhere/fetch-elsewhere.ts';
import { ApiError } from '../../http/api-error.ts';
import type { ApiApp } from '../../http/serve-call.ts';
import type { Language } from '../../languages/languages.ts';
import { cancelOrder, orderLife } from '../orders.ts';
import {
  closeParkedPayment,
  keepBodies,
  type Payment,
  type PaymentProvider,
  type PaymentRouteParts,
  type ShopParts,
  type Standing,
  WatchedProvider,
} from '../payment-provider.ts';
import { rechargeConfigs } from '../recharge-configs.ts';
import { type ReturnedMoney, returnMoney, settleOrPark } from '../settle-payment.ts';

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
  readonly channel = 'page';
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(account: StripeAccount, parts: ShopParts) {
    super(parts);
    this.#stripe = openStripe(account);
    this.#webhookSecret = account.webhookSecret;
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

  /** The database deletes checkout rows with their orders. Afterwards expires open checkouts at Stripe. */
  override async removeUser(tx: Tx, userId: string): Promise<() => void> {
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

  /** Null if the checkout is unpaid, or if its payment cannot be credited and is therefore parked. */
  async paymentOf(session: Checkout): Promise<Payment | null> {
    const orderId = session.client_reference_id ?? '';
    // Checkouts without an order id belong to other products in the same Stripe account.
    if (session.payment_status !== 'paid' || !/^[0-9a-f]{24}$/.test(orderId)) return null;
    const order = await this.findOrder(orderId, session.id);
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
    const payment = { receipt, orderId, amount: amount ?? 0, currency: currency ?? '', problem };
    await this.savePark(payment, `The payment ${receipt} of the order ${orderId}`);
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

  /**
   * Stripe repeats a notification for days after any status but 2xx. Those with a wrong signature get 400 and are counted;
   * malformed ones get 400 and are logged.
   */
  async routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    keepBodies(app);
    app.post('/notify/stripe', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = String(request.headers['stripe-signature'] ?? '');
      try {
        const event = readEvent(this.#stripe.webhooks, { body, signature, secret: this.#webhookSecret });
        await this.#take(parts, event, request);
      } catch (error) {
        if (error instanceof MalformedEvent) request.log.error(error);
        else if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          this.watch.countUnverified(this.name);
        else throw error;
        return reply.code(400).send({ received: false });
      }
      return { received: true };
    });
  }

  async #take(parts: PaymentRouteParts, event: StripeEvent, { log }: FastifyRequest): Promise<void> {
    if (event?.kind === 'paid') {
      const payment = await this.paymentOf(event.checkout);
      if (payment) await settleOrPark(parts, payment, problem => this.park(event.checkout, problem));
    }
    if (event?.kind === 'ended') await cancelOrder(parts, event.checkout.client_reference_id ?? '');
    if (event?.kind !== 'returned') return;
    let returned = await this.findReturned(event.paymentIntent);
    while (returned) {
      const missing = await returnMoney(parts, { ...returned, reference: event.eventId });
      if (missing > 0) log.error(`${missing} coins of ${returned.payment.receipt} could not be taken back.`);
      // Another event may have been processed with newer data meanwhile. Repeat until the amount no longer changes.
      const now = await this.findReturned(event.paymentIntent);
      returned = now?.amount === returned.amount ? null : now;
    }
  }
}

/** Fetches everything, as notifications may arrive in any order. `foreign`: in another currency. */
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

const Text = Type.String({ pattern: '^[^\\u0000]*$' });
const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** The checkout fields that we use. The amount is in the currency's smallest unit. */
const Checkout = Type.Object({
  id: Type.String({ pattern: '^cs_\\w+$' }),
  client_reference_id: OrNull(Text),
  amount_total: OrNull(Type.Integer()),
  currency: OrNull(Text),
  payment_status: Text,
  status: OrNull(Text),
});

type Checkout = Static<typeof Checkout>;

const ReturnEvent = Type.Object({ payment_intent: OrNull(Text) });

const Envelope = Type.Object({
  id: Type.String({ pattern: '^evt_\\w+$' }),
  type: Type.String(),
  data: Type.Object({ object: Type.Unknown() }),
});

/** An event that we process. A repeated event has the same `eventId`. */
type StripeEvent =
  | { kind: 'paid' | 'ended'; checkout: Checkout }
  | { kind: 'returned'; paymentIntent: string; eventId: string }
  | null;

class MalformedEvent extends Error {}

/** Stripe's event types, see https://docs.stripe.com/api/events/types */
const kinds: Record<string, 'paid' | 'ended' | 'returned'> = {
  'checkout.session.completed': 'paid',
  // Payments such as bank transfers succeed or fail days after the checkout.
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'ended',
  'checkout.session.expired': 'ended',
  'charge.refunded': 'returned',
  'charge.refund.updated': 'returned',
  'refund.created': 'returned',
  'refund.updated': 'returned',
  // A refund can fail days after it was reported; the user then gets the coins back.
  'refund.failed': 'returned',
  'charge.dispute.created': 'returned',
  'charge.dispute.updated': 'returned',
  'charge.dispute.funds_withdrawn': 'returned',
  'charge.dispute.funds_reinstated': 'returned',
  'charge.dispute.closed': 'returned',
};

/**
 * Returns null for events that change no payment. Throws a StripeSignatureVerificationError for a wrong signature, and
 * MalformedEvent for an unexpected body.
 */
function readEvent(
  webhooks: Stripe['webhooks'],
  { body, signature, secret }: { body: Buffer; signature: string; secret: string },
): StripeEvent {
  let event: unknown;
  try {
    event = webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw error;
    throw new MalformedEvent('A notification could not be parsed.', { cause: error });
  }
  const { id, type, data } = check(Envelope, event);
  const kind = kinds[type];
  if (kind === undefined) return null;
  if (kind !== 'returned') return { kind, checkout: check(Checkout, data.object) };
  const { payment_intent: paymentIntent } = check(ReturnEvent, data.object);
  return paymentIntent ? { kind, paymentIntent, eventId: id } : null;
}

function check<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [problem] = Value.Errors(schema, value);
  throw new MalformedEvent(`A notification is malformed: ${problem?.instancePath} ${problem?.message}.`);
}

/** Milliseconds per request. Even with a retry, less than the 10 s that a call may take. */
const timeLimit = 4_000;

export function openStripe({ secretKey, apiOrigin }: StripeAccount): Stripe {
  const { protocol, hostname, port } = new URL(apiOrigin);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: Number(port) || (isPlain ? 80 : 443),
    timeout: timeLimit,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((address, init) =>
      fetchElsewhere(address as string, init, { home: apiOrigin }),
    ),
  });
}

export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  apiOrigin: string;
}
