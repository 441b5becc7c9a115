import { sql, type Updateable } from 'kysely';
import type { OrdersTable } from '../db/schema.ts';
import { lookAt } from './choose-provider.ts';
import { orderLife } from './order-life.ts';
import type { OrderParts } from './orders.ts';
import { settlePayment } from './settle-payment.ts';
import type { ShopWatch } from './shop-watch.ts';

const minute = 60_000;

/** Milliseconds in which the provider's own notification usually comes. */
const patience = 2 * minute;

/** Milliseconds for which a payment may be on the way; the slowest ways to pay take about ten days. */
const longestProcessing = 14 * 24 * 60 * minute;

/** How many orders of a provider are checked in one turn. */
const mostAtOnce = 100;

/** What reconciling needs. */
interface ReconcileParts extends OrderParts {
  shopWatch: ShopWatch;
}

/**
 * Asks each provider about its unpaid orders and credits payments that it never reported. Each order is checked again at
 * twice its age, at least every six hours, and cancelled when its time is over; a later payment is still credited. If the
 * provider is away, the orders stay due.
 */
export async function reconcileOrders(parts: ReconcileParts): Promise<void> {
  const { db, payments } = parts;
  if (payments.length === 0) return;
  const sellers = await db.query
    .selectFrom('orders')
    .select('provider')
    .distinct()
    .where('status', '=', 'pending')
    .execute();
  for (const turn of await Promise.allSettled(sellers.map(({ provider }) => reconcile(parts, provider))))
    if (turn.status === 'rejected') throw turn.reason;
}

async function reconcile(parts: ReconcileParts, provider: string): Promise<void> {
  const { db, clock, payments, shopWatch } = parts;
  const now = new Date(clock());
  const due = await db.query
    .selectFrom('orders')
    .select(['order_id', 'create_time', 'provider'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider)
    .where('create_time', '<=', new Date(clock() - patience))
    .where(
      sql<boolean>`(checked_time IS NULL
        OR ${now}::timestamptz - checked_time >= least(checked_time - create_time, interval '6 hours'))`,
    )
    // Those that failed come last: many of them keep no other waiting.
    .orderBy('check_failed')
    // The first of each user before the second of any: who has begun thousands keeps nobody's payment waiting.
    .orderBy(sql`row_number() OVER (PARTITION BY user_id ORDER BY create_time)`)
    .orderBy('create_time')
    .limit(mostAtOnce)
    .execute();

  await shopWatch.takeEach(
    {
      channel: provider,
      list: 'open orders',
      numberOf: ({ order_id }) => order_id,
      async take(order) {
        const found = await lookAt(payments, order);
        if (found.kind === 'paid') return settlePayment(parts, found.payment);
        const age = clock() - order.create_time.getTime();
        const isOver =
          found.kind === 'over' || age > (found.kind === 'processing' ? longestProcessing : orderLife);
        const over = isOver && { status: 'cancelled' as const };
        await note(order, { check_failed: false, checked_time: now, ...over });
      },
      // It is never cancelled for that.
      onFailure: (order, isOdd) => note(order, { check_failed: true, ...(isOdd && { checked_time: now }) }),
    },
    due,
  );

  async function note({ order_id }: { order_id: string }, found: Updateable<OrdersTable>): Promise<void> {
    await db.query
      .updateTable('orders')
      .set(found)
      .where('order_id', '=', order_id)
      .where('status', '=', 'pending')
      .execute();
  }
}
