import { sql, type Updateable } from 'kysely';
import type { OrdersTable } from '../db/schema.ts';
import { lookAt } from './choose-provider.ts';
import { orderLife } from './order-life.ts';
import type { OrderParts } from './orders.ts';
import { settlePayment } from './settle-payment.ts';

const minute = 60_000;

/** Milliseconds in which the provider's own notification usually comes. */
const patience = 2 * minute;

/** Milliseconds for which a payment may be on the way; the slowest ways to pay take about ten days. */
const longestProcessing = 14 * 24 * 60 * minute;

/** How many orders are checked in one turn, and how long it takes (milliseconds), so that what is due next is not late. */
const mostAtOnce = 100;
const longestTurn = 90_000;

/** What reconciling needs; `log` gets the orders of which the provider could not tell. */
interface ReconcileParts extends OrderParts {
  log: { error(problem: unknown): void };
}

/**
 * Asks the provider about unpaid orders and credits payments that it never reported. Each order is checked again at
 * twice its age, at least every six hours, and cancelled when its time is over; a later payment is still credited.
 */
export async function reconcileOrders(parts: ReconcileParts): Promise<void> {
  const { db, clock, payments, log } = parts;
  if (payments.length === 0) return;
  const now = new Date(clock());

  const due = await db.query
    .selectFrom('orders')
    .select(['order_id', 'create_time', 'provider'])
    .where('status', '=', 'pending')
    .where('create_time', '<=', new Date(clock() - patience))
    .where(
      sql<boolean>`(checked_time IS NULL
        OR ${now}::timestamptz - checked_time >= least(checked_time - create_time, interval '6 hours'))`,
    )
    // The first of each user before the second of any: who has begun thousands keeps nobody's payment waiting.
    .orderBy(sql`row_number() OVER (PARTITION BY user_id ORDER BY create_time)`)
    .orderBy('create_time')
    .limit(mostAtOnce)
    .execute();

  const end = performance.now() + longestTurn;
  for (const order of due) {
    if (performance.now() > end) break;
    try {
      const found = await lookAt(payments, order);
      if (found.kind === 'paid') await settlePayment(parts, found.payment);
      else {
        const age = clock() - order.create_time.getTime();
        const isOver =
          found.kind === 'over' || age > (found.kind === 'processing' ? longestProcessing : orderLife);
        await note(order, { check_failed: false, ...(isOver && { status: 'cancelled' }) });
      }
    } catch (error) {
      // Each order on its own: one whose state is unknown must not hold up the others. It is never cancelled for that,
      // and is asked about again later.
      log.error(new Error(`The order ${order.order_id} could not be reconciled.`, { cause: error }));
      await note(order, { check_failed: true });
    }
  }

  async function note({ order_id }: { order_id: string }, found: Updateable<OrdersTable>): Promise<void> {
    await db.query
      .updateTable('orders')
      .set({ checked_time: now, ...found })
      .where('order_id', '=', order_id)
      .where('status', '=', 'pending')
      .execute();
  }
}
