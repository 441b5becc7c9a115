import { createHmac } from 'node:crypto';
import {
  type DoubleSession,
  openStripeDouble,
  type StripeDouble,
  stripeAccount,
} from '../doubles/stripe-double.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { worldTest } from '../support/world-test.ts';

/** Changes of a notification; `age` in seconds. */
interface Changes {
  type?: string;
  secret?: string;
  age?: number;
}

export class StripeWorld {
  readonly stripe: StripeDouble;
  readonly backend: TestBackend;
  #events = 0;

  private constructor(stripe: StripeDouble, backend: TestBackend) {
    this.stripe = stripe;
    this.backend = backend;
  }

  static async open(): Promise<StripeWorld> {
    const stripe = await openStripeDouble();
    // Sandbox users, so that the test need not sign in at Facebook; payments are those of Stripe's double.
    const settings = { ...stripeAccount, STRIPE_API: stripe.origin, SANDBOX: '1', LOG_LEVEL: 'warn' };
    return new StripeWorld(stripe, await openTestBackend(settings));
  }

  /** Pays an order at Stripe without a notification. */
  pay(orderId: string, changes: Partial<DoubleSession> = {}): DoubleSession {
    const session = this.stripe.sessionOf(orderId);
    const payment_intent = `pi_${session.id}`;
    return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent }, changes);
  }

  /** Sends a notification of a new event about an object. */
  notify(object: unknown, { type = 'checkout.session.completed', ...changes }: Changes = {}) {
    this.#events += 1;
    const event = { id: `evt_${this.#events}`, object: 'event', type, data: { object } };
    return this.send(JSON.stringify(event, null, 2), changes);
  }

  /** Sends a text as a notification with Stripe's signature. */
  send(payload: string, { secret = stripeAccount.STRIPE_WEBHOOK_SECRET, age = 0 }: Changes = {}) {
    const time = Math.floor(Date.now() / 1000) - age;
    const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
    return this.backend.app.inject({
      method: 'POST',
      url: '/notify/stripe',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
    });
  }

  async statusOf(user: TestUser, orderId: string): Promise<string> {
    return (await user.get('getOrder', { order_id: orderId })).data.status;
  }

  /** The current value of a metric without labels. */
  async metric(name: string): Promise<number> {
    const text = await this.backend.services.metrics.registry.getSingleMetricAsString(name);
    return Number(text.match(/ (\d+)$/)?.[1]);
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.stripe.close();
  }
}

export const test = worldTest(StripeWorld.open);
