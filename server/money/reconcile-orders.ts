import { sql, type Updateable } from 'kysely';
import type { OrdersTable } from '../db/schema.ts';
import { fetchStanding, type OrderParts, orderLife } from './orders.ts';
import { settlePayment } from './settle-payment.ts';
import type { ShopWatch } from './shop-watch.ts';

const minute = 60_000;

/** Do not check younger orders (ms): the provider's own notification usually arrives first. */
const patience = 2 * minute;

/** Maximum processing time of a payment (ms). The slowest payment methods take about ten days. */
const longestProcessing = 14 * 24 * 60 * minute;

const mostAtOnce = 100;

interface ReconcileParts extends OrderParts {
  shopWatch: ShopWatch;
}

/**
 * Fetches the state of unpaid orders from each provider and credits payments that were never reported. Checks an order
 * again whenever its age has doubled, and at least every six hours. Cancels expired orders, but still credits later
 * payments. If a provider does not respond, the next run retries.
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
    // Orders with a failed check come last, so that they do not block the others.
    .orderBy('check_failed')
    // Interleave users, so that one user with thousands of orders does not block the others.
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
        const found = await fetchStanding(payments, order);
        if (found.kind === 'paid') return settlePayment(parts, found.payment);
        const age = clock() - order.create_time.getTime();
        const isOver =
          found.kind === 'over' || age > (found.kind === 'processing' ? longestProcessing : orderLife);
        const over = isOver && { status: 'cancelled' as const };
        await note(order, { check_failed: false, checked_time: now, ...over });
      },
      // A failed check never cancels an order.
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
