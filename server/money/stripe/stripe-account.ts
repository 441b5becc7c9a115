/** `webhookSecret` signs Stripe's notifications. */
export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  apiOrigin: string;
}
