import { type DoubleReturn, type DoubleSession, StripeDouble } from '../doubles/stripe-double.ts';
import { ShopWorld } from './shop-world.ts';

export class StripeWorld extends ShopWorld<StripeDouble> {
  constructor() {
    super(() => StripeDouble.open());
  }

  /** Orders and pays 100 coins or another product. Stripe notifies the backend unless `isReported` is false. */
  async buy({ config_id = 1, user = this.ann, isReported = true } = {}): Promise<DoubleSession> {
    const session = this.shop.pay((await this.order(config_id, user)).order_id);
    if (isReported) await this.notify(session);
    return session;
  }

  /** Sends a notification of a new event about an object; returns the status of the response. */
  notify(...about: Parameters<StripeDouble['notification']>): Promise<number> {
    return this.send(this.shop.notification(...about));
  }

  /** Adds a refund of a payment to Stripe's list and notifies the backend. */
  async refund(
    { payment_intent }: DoubleSession,
    changes: Partial<DoubleReturn> = {},
    type = 'charge.refunded',
  ) {
    const made = { payment_intent: payment_intent!, amount: 1000, status: 'succeeded', ...changes };
    this.shop.refunds.push(made);
    await this.notify(made, { type });
    return made;
  }
}
