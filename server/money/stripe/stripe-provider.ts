import type { ApiApp } from '../../http/api-app.ts';
import type { PaymentProvider, PaymentRouteParts } from '../payment-provider.ts';
import { stripeNotifications } from './stripe-notifications.ts';
import { StripePayments } from './stripe-payments.ts';

/** Stripe as a whole: its payments, and the address at which it reports them. */
export class StripeProvider extends StripePayments implements PaymentProvider {
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void> {
    return stripeNotifications(app, this, parts);
  }
}
