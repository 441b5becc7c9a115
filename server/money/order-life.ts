/**
 * Milliseconds in which an order can be paid. A Stripe checkout lives for at most 24 hours from its own start; an hour
 * less makes both end at the same time.
 */
export const orderLife = 23 * 60 * 60 * 1000;
