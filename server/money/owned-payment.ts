import type { Database } from '../db/database.ts';
import type { Payment } from './payment-provider.ts';

/**
 * Finds the owner of an app store's payment: the order that it names if that is unpaid, else a new order of the same
 * user; a renewal is also found by its subscription. No owner if none of them exists.
 */
export async function ownedPayment(
  { query }: Database,
  payment: Omit<Payment, 'orderId' | 'userId'>,
  namedOrder: string | null,
): Promise<Payment> {
  const orders = query.selectFrom('orders').select(['order_id', 'user_id', 'status']);
  const credited = await orders.where('receipt', '=', payment.receipt).executeTakeFirst();
  if (credited) return { ...payment, orderId: credited.order_id };
  const named = await orders.where('order_id', '=', namedOrder).executeTakeFirst();
  if (named?.status === 'paid') return { ...payment, orderId: null, userId: named.user_id };
  if (named) return { ...payment, orderId: named.order_id };
  const renewed = await query
    .selectFrom('store_subscriptions')
    .select('user_id')
    .where('provider', '=', payment.provider)
    .where('subscription_id', '=', payment.subscription?.id ?? null)
    .executeTakeFirst();
  return { ...payment, orderId: null, ...(renewed && { userId: renewed.user_id }) };
}
