/**
 * The UUID by which the App Store names an order in its transactions (`appAccountToken`): version 8, which is free to hold
 * anything, here the 24 hexadecimal digits of the order.
 */
export function tokenOf(orderId: string): string {
  const [a, b, c, d] = [
    orderId.slice(0, 8),
    orderId.slice(8, 12),
    orderId.slice(12, 15),
    orderId.slice(15, 18),
  ];
  return `${a}-${b}-8${c}-8${d}-${orderId.slice(18)}000000`;
}

/** The order that a token names; null where the token is not one of ours. */
export function orderOfToken(token: string): string | null {
  const parts = token
    .toLowerCase()
    .match(/^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{6})0{6}$/);
  return parts ? parts.slice(1).join('') : null;
}
