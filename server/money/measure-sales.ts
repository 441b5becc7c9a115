import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

const day = 24 * 60 * 60 * 1000;

const measures = [
  {
    name: 'tyy_day_coins_sold',
    help: 'Coins sold in the last 24 hours, by payment provider',
    value: sql<number>`sum(coins)::float8`,
  },
  {
    name: 'tyy_day_yuan_sold',
    help: 'Yuan paid in the last 24 hours, by payment provider; what went back is not taken off',
    value: sql<number>`sum(amount)::float8 / 100`,
  },
  {
    name: 'tyy_day_sales',
    help: 'Orders paid in the last 24 hours, by payment provider',
    value: sql<number>`count(*)::int`,
  },
];

/**
 * Adds what each payment channel sold in the last 24 hours, read on each scrape; one that sold nothing has 0. A scrape reads
 * all metrics at once, so that none can set another's value in time.
 */
export function measureSales(
  registry: Registry,
  { db, clock, providers }: { db: Database; clock: () => number; providers: string[] },
): void {
  for (const { name, help, value } of measures) {
    new Gauge({
      name,
      help,
      labelNames: ['provider'],
      registers: [registry],
      async collect() {
        const rows = await db.query
          .selectFrom('takings')
          .select(['provider', value.as('value')])
          .where('amount', '>', 0)
          .where('time', '>', new Date(clock() - day))
          .groupBy('provider')
          .execute();
        for (const provider of providers) {
          this.set({ provider }, rows.find(row => row.provider === provider)?.value ?? 0);
        }
      },
    });
  }
}
