import type Stripe from 'stripe';
import type { Checkout } from './stripe-events.ts';

/** A refund or a dispute: what it takes from us, in the smallest unit of its currency; nothing once it failed or was won. */
export interface Return {
  id: string;
  amount: number;
  currency: string;
}

/**
 * The checkout of a payment, and what its payer has back of it, by refunds and disputes: as Stripe says at this moment, whatever
 * was reported in which order. `foreign` are returns in another currency than the checkout's, which cannot be added up. Null
 * when it was not a checkout.
 */
export async function returnedAmount(
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
  // A warning is only an inquiry by the bank.
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
