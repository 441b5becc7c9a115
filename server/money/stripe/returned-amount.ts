import type Stripe from 'stripe';
import type { Checkout } from './stripe-events.ts';

/**
 * The checkout of a payment, and how much of the payment its payer has now, by refunds and disputes: as Stripe says at
 * this moment, whatever was reported in which order. Null when it was not a checkout.
 */
export async function returnedAmount(
  stripe: Stripe,
  paymentIntent: string,
): Promise<{ checkout: Checkout; amount: number } | null> {
  const query = { payment_intent: paymentIntent, limit: 100 };
  const [{ data: checkouts }, { data: refunds }, { data: disputes }] = await Promise.all([
    stripe.checkout.sessions.list(query),
    stripe.refunds.list(query),
    stripe.disputes.list(query),
  ]);
  const refunded = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  // A warning is only an inquiry by the bank.
  const disputed = disputes.filter(({ status }) => status !== 'won' && !status.startsWith('warning_'));
  const amount = [...refunded, ...disputed].reduce((sum, part) => sum + part.amount, 0);
  return checkouts[0] ? { checkout: checkouts[0], amount } : null;
}
