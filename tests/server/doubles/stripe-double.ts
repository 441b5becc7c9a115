import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

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

/** A refund or a dispute; in yuan unless it has a currency. */
export interface DoubleReturn {
  payment_intent: string;
  amount: number;
  status: string;
  id?: string;
  currency?: string;
}

/** The parts of Stripe's API that Checkout uses. */
export interface StripeDouble extends HttpDouble {
  sessions: Map<string, DoubleSession>;
  refunds: DoubleReturn[];
  disputes: DoubleReturn[];
  /** Ids of sessions that get a 400. */
  refused: Set<string>;
  sessionOf(orderId: string): DoubleSession;
}

export async function openStripeDouble(): Promise<StripeDouble> {
  const sessions = new Map<string, DoubleSession>();
  const refused = new Set<string>();
  const refunds: DoubleReturn[] = [];
  const disputes: DoubleReturn[] = [];
  const byKey = new Map<string, DoubleSession>();

  const http = await openHttpDouble(request => {
    if (request.headers.authorization !== `Bearer ${stripeAccount.STRIPE_SECRET_KEY}`) {
      return refusal(401, 'Invalid API Key provided');
    }
    const { pathname, searchParams } = request.url;
    const ofPayment = (list: { payment_intent: string | null }[]) => {
      const data = list.filter(one => one.payment_intent === searchParams.get('payment_intent'));
      const named = data.map((one, index) => ({ id: `re_${index}`, currency: 'cny', ...one }));
      return { body: { object: 'list', data: named, has_more: false } };
    };
    if (pathname === '/v1/refunds') return ofPayment(refunds);
    if (pathname === '/v1/disputes') return ofPayment(disputes);
    const [, id, expire] = pathname.match(/^\/v1\/checkout\/sessions(?:\/(\w+?)(\/expire)?)?$/) ?? [];
    if (id === undefined)
      return request.method === 'POST' ? open(request) : ofPayment([...sessions.values()]);
    if (refused.has(id ?? '')) return refusal(400, 'This session cannot be read');
    const found = sessions.get(id ?? '');
    if (found && expire) {
      if (found.status !== 'open') return refusal(400, 'Only open sessions can be expired');
      found.status = 'expired';
    }
    return found ? { body: found } : refusal(404, `No such checkout.session: ${id}`);
  });

  function open({ body, headers }: DoubleRequest): DoubleResponse {
    const key = String(headers['idempotency-key']);
    const known = byKey.get(key);
    if (known) return { body: known };
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    if (form.mode !== 'payment') return refusal(400, 'The prices are to be paid once');
    const id = `cs_test_${sessions.size + 1}`;
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
    sessions.set(id, session);
    byKey.set(key, session);
    return { body: session };
  }

  return Object.assign(http, {
    sessions,
    refunds,
    disputes,
    refused,
    sessionOf(orderId: string) {
      const session = [...sessions.values()].find(
        ({ client_reference_id }) => client_reference_id === orderId,
      );
      if (!session) throw new Error(`No session of order ${orderId}`);
      return session;
    },
  });
}

function refusal(status: number, message: string): DoubleResponse {
  return { status, body: { error: { type: 'invalid_request_error', message } } };
}
