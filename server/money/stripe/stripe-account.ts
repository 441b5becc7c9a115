/** An account at Stripe: its secret key, the secret that signs its notifications, and the origin of Stripe's API. */
export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  apiOrigin: string;
}
