import { sql, type Transaction } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { orderLife } from './order-life.ts';

/** Orders of one user that wait for their payment: their provider is asked about each, by the app and again by ourselves. */
const mostOpen = 20;

const ofUser = (db: Queryable, userId: string, now: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('create_time', '>', new Date(now - orderLife));

/** The ids of the orders of a user that can still be paid, newest first. */
export async function findOpenOrders(db: Queryable, userId: string, now: number): Promise<string[]> {
  const orders = await ofUser(db, userId, now)
    .select('order_id')
    .orderBy('create_time', 'desc')
    .limit(mostOpen)
    .execute();
  return orders.map(({ order_id }) => order_id);
}

/** Refuses with 1005 one more order where too many are open; the user's row is locked, so that nobody slips through. */
export async function refuseMoreOrders(tx: Transaction<Schema>, userId: string, now: number): Promise<void> {
  const { count } = await ofUser(tx, userId, now)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  // None is cancelled for a new one: its page may be open, and be paid.
  if (count >= mostOpen) throw new ApiError('tooManyRequests', 'error.orders-waiting');
}
