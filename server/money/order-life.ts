/**
 * Milliseconds in which an order can be paid. A checkout at Stripe lives for 24 hours at most, counted from its own
 * beginning: an hour less lets both end at the same time.
 */
export const orderLife = 23 * 60 * 60 * 1000;
