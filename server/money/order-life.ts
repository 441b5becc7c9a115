/** Milliseconds. A Stripe checkout lives 24 hours from its own start; an hour less makes both end together. */
export const orderLife = 23 * 60 * 60 * 1000;
