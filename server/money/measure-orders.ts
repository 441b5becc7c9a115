import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

const hour = 60 * 60_000;

/** Adds the numbers about money that an operator should watch, read from the database on each scrape. */
export function measureOrders(
  registry: Registry,
  { db, clock }: { db: Database; clock: () => number },
): void {
  new Gauge({
    name: 'tyy_receipts_unconfirmed',
    help: 'Receipts that users handed in during the last hour and no payment provider confirmed',
    registers: [registry],
    async collect() {
      const { count } = await db.query
        .selectFrom('day_counts')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('kind', '=', 'wrong-receipt')
        .where('day', '>=', new Date(clock() - hour).toISOString().slice(0, 16))
        .executeTakeFirstOrThrow();
      this.set(count);
    },
  });
  new Gauge({
    name: 'tyy_payments_parked',
    help: 'Payments that could not be credited and did not go back yet',
    registers: [registry],
    async collect() {
      const { count } = await db.query
        .selectFrom('parked_payments')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('returned', '=', false)
        .where('credited', '=', false)
        .executeTakeFirstOrThrow();
      this.set(count);
    },
  });
  new Gauge({
    name: 'tyy_coins_missing',
    help: 'Coins of refunded payments that could not be taken back, because they were spent',
    registers: [registry],
    async collect() {
      const { sum } = await db.query
        .selectFrom('orders')
        .select(sql<number>`coalesce(sum(missing_coins), 0)::int`.as('sum'))
        .where('missing_coins', '>', 0)
        .executeTakeFirstOrThrow();
      this.set(sum);
    },
  });
  new Gauge({
    name: 'tyy_orders_check_failed',
    help: 'Pending orders of which the payment provider could not tell when they were last checked',
    registers: [registry],
    async collect() {
      const { count } = await db.query
        .selectFrom('orders')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('status', '=', 'pending')
        .where('check_failed', '=', true)
        .executeTakeFirstOrThrow();
      this.set(count);
    },
  });
}
