import { sql } from 'kysely';
import { type OrderParts, settlePayment } from './orders.ts';

const minute = 60_000;

/** Milliseconds in which the provider's own notification usually comes. */
const patience = 2 * minute;

/** Milliseconds after which an order that nobody paid is over. A payment that comes still later is credited all the same. */
const offered = 48 * 60 * minute;

/** How many orders are checked in one turn. */
const mostAtOnce = 100;

/**
 * Asks the payment provider about orders that are still to be paid, and credits those of whose payment it never
 * told. Each order is checked again at twice its age, every six hours at least, and cancelled after two days.
 */
export async function reconcileOrders(parts: OrderParts): Promise<void> {
  const { db, clock, payments } = parts;
  if (!payments) return;
  const now = new Date(clock());

  const due = await db.query
    .selectFrom('orders')
    .select(['order_id', 'create_time'])
    .where('status', '=', 'pending')
    .where('create_time', '<=', new Date(clock() - patience))
    .where(
      sql<boolean>`checked_time IS NULL
        OR ${now}::timestamptz - checked_time >= least(checked_time - create_time, interval '6 hours')`,
    )
    .orderBy('create_time')
    .limit(mostAtOnce)
    .execute();

  for (const order of due) {
    const payment = await payments.findPayment(order.order_id);
    if (payment) await settlePayment(parts, payment);
    else await note(order, clock() - order.create_time.getTime() > offered);
  }

  async function note({ order_id }: { order_id: string }, isOver: boolean): Promise<void> {
    await db.query
      .updateTable('orders')
      .set({ checked_time: now, ...(isOver && { status: 'cancelled' as const }) })
      .where('order_id', '=', order_id)
      .where('status', '=', 'pending')
      .execute();
  }
}
