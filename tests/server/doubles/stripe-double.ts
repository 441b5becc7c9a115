import { createHmac } from 'node:crypto';
import type { DoubleRequest, DoubleResponse } from './http-double.ts';
import { reportOf, ShopDouble, type ShopOrder, type ShopReport } from './shop-double.ts';

export const stripeAccount = { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: 'whsec_double' };

/** A checkout session of Stripe's API, with the fields we read. */
export interface DoubleSession {
  id: string;
  object: 'checkout.session';
  url: string;
  client_reference_id: string;
  amount_total: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  expires_at: number;
  name: string;
  success_url: string;
  cancel_url: string;
}

/** A refund or a dispute; in yuan unless `currency` is set. */
export interface DoubleReturn {
  payment_intent: string;
  amount: number;
  status: string;
  id?: string;
  currency?: string;
}

/** Changes to a notification; `age` in seconds. */
interface Changes {
  type?: string;
  secret?: string;
  age?: number;
}

/** A double of the parts of Stripe's API that we use: Checkout, refunds, disputes and notifications. */
export class StripeDouble extends ShopDouble {
  readonly channel = 'page';
  readonly name = 'stripe';
  readonly sessions = new Map<string, DoubleSession>();
  readonly refunds: DoubleReturn[] = [];
  readonly disputes: DoubleReturn[] = [];
  /** Session ids for which requests fail with 400. */
  readonly refused = new Set<string>();
  readonly #byKey = new Map<string, DoubleSession>();
  #events = 0;

  override settings(): Record<string, string> {
    return { ...stripeAccount, STRIPE_API: this.http.origin };
  }

  sessionOf(orderId: string): DoubleSession {
    const session = [...this.sessions.values()].find(one => one.client_reference_id === orderId);
    if (!session) throw new Error(`No session of order ${orderId}`);
    return session;
  }

  /** Pays an order without sending a notification. */
  pay(orderId: string, changes: Partial<DoubleSession> = {}): DoubleSession {
    const session = this.sessionOf(orderId);
    const payment_intent = `pi_${session.id}`;
    return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent }, changes);
  }

  override payOrder({ order_id }: ShopOrder) {
    const session = this.pay(order_id);
    return { receipt: session.id, report: this.notification(session) };
  }

  notification(
    object: object,
    { type = 'checkout.session.completed', ...changes }: Changes = {},
  ): ShopReport {
    const event = { id: `evt_${++this.#events}`, object: 'event', type, data: { object } };
    return this.signed(JSON.stringify(event, null, 2), changes);
  }

  /** Builds a notification with this text and Stripe's signature. */
  signed(
    payload: string,
    { secret = stripeAccount.STRIPE_WEBHOOK_SECRET, age = 0 }: Changes = {},
  ): ShopReport {
    const time = Math.floor(Date.now() / 1000) - age;
    const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
    return reportOf(payload, { 'stripe-signature': `t=${time},v1=${signature}` });
  }

  protected override respond(request: DoubleRequest): DoubleResponse {
    if (request.headers.authorization !== `Bearer ${stripeAccount.STRIPE_SECRET_KEY}`) {
      return refusal(401, 'Invalid API Key provided');
    }
    const { pathname, searchParams } = request.url;
    const ofPayment = (list: { payment_intent: string | null }[]) => {
      const data = list.filter(one => one.payment_intent === searchParams.get('payment_intent'));
      const named = data.map((one, index) => ({ id: `re_${index}`, currency: 'cny', ...one }));
      return { body: { object: 'list', data: named, has_more: false } };
    };
    if (pathname === '/v1/refunds') return ofPayment(this.refunds);
    if (pathname === '/v1/disputes') return ofPayment(this.disputes);
    const [, id, expire] = pathname.match(/^\/v1\/checkout\/sessions(?:\/(\w+?)(\/expire)?)?$/) ?? [];
    if (id === undefined)
      return request.method === 'POST' ? this.#begin(request) : ofPayment([...this.sessions.values()]);
    if (this.refused.has(id)) return refusal(400, 'This session cannot be read');
    const found = this.sessions.get(id);
    if (found && expire) {
      if (found.status !== 'open') return refusal(400, 'Only open sessions can be expired');
      found.status = 'expired';
    }
    return found ? { body: found } : refusal(404, `No such checkout.session: ${id}`);
  }

  #begin({ body, headers }: DoubleRequest): DoubleResponse {
    const key = String(headers['idempotency-key']);
    const known = this.#byKey.get(key);
    if (known) return { body: known };
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    if (form.mode !== 'payment') return refusal(400, 'The prices are to be paid once');
    const id = `cs_test_${this.sessions.size + 1}`;
    const session: DoubleSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      client_reference_id: form.client_reference_id ?? '',
      amount_total:
        Number(form['line_items[0][price_data][unit_amount]']) * Number(form['line_items[0][quantity]']),
      currency: form['line_items[0][price_data][currency]'] ?? '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      expires_at: Number(form.expires_at),
      name: form['line_items[0][price_data][product_data][name]'] ?? '',
      success_url: form.success_url ?? '',
      cancel_url: form.cancel_url ?? '',
    };
    this.sessions.set(id, session);
    this.#byKey.set(key, session);
    return { body: session };
  }
}

function refusal(status: number, message: string): DoubleResponse {
  return { status, body: { error: { type: 'invalid_request_error', message } } };
}
