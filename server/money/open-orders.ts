import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Tx } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { bounds } from '../http/limits/bounds.ts';
import { orderLife } from './order-life.ts';

const ofUser = (db: Queryable, userId: string, now: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('create_time', '>', new Date(now - orderLife));

/** Ids of a user's orders that can still be paid, newest first. */
export async function findOpenOrders(db: Queryable, userId: string, now: number): Promise<string[]> {
  const orders = await ofUser(db, userId, now)
    .select('order_id')
    .orderBy('create_time', 'desc')
    .limit(bounds.openOrders.ofOne)
    .execute();
  return orders.map(({ order_id }) => order_id);
}

/** Throws 1005 if the user has too many open orders. The caller must have locked the user's row. */
export async function refuseMoreOrders(tx: Tx, userId: string, now: number): Promise<void> {
  const { count } = await ofUser(tx, userId, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  // Do not cancel the oldest: its payment page may be open.
  if (count >= bounds.openOrders.ofOne) throw new ApiError('tooManyRequests', 'error.orders-waiting');
}
