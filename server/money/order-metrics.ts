import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

/** Adds the count of orders that need somebody's look, read from the database whenever the metrics are requested. */
export function measureOrders(registry: Registry, { db }: { db: Database }): void {
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
