import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

const day = 24 * 60 * 60 * 1000;

/** Adds what each payment channel sold in the last 24 hours, read on each scrape; one that sold nothing has 0. */
export function measureSales(
  registry: Registry,
  { db, clock, providers }: { db: Database; clock: () => number; providers: string[] },
): void {
  const registers = [registry];
  const labelNames = ['provider'];
  const coins = new Gauge({
    name: 'tyy_day_coins_sold',
    help: 'Coins sold in the last 24 hours, by payment provider',
    labelNames,
    registers,
  });
  const yuan = new Gauge({
    name: 'tyy_day_yuan_sold',
    help: 'Yuan paid in the last 24 hours, by payment provider; what went back is not taken off',
    labelNames,
    registers,
  });
  new Gauge({
    name: 'tyy_day_sales',
    help: 'Orders paid in the last 24 hours, by payment provider',
    labelNames,
    registers,
    async collect() {
      const rows = await db.query
        .selectFrom('takings')
        .select(['provider', sql<number>`count(*)::int`.as('sales')])
        .select(sql<number>`sum(coins)::float8`.as('coins'))
        .select(sql<number>`sum(amount)::float8`.as('fen'))
        .where('amount', '>', 0)
        .where('time', '>', new Date(clock() - day))
        .groupBy('provider')
        .execute();
      for (const provider of providers) {
        const row = rows.find(row => row.provider === provider);
        this.set({ provider }, row?.sales ?? 0);
        coins.set({ provider }, row?.coins ?? 0);
        yuan.set({ provider }, (row?.fen ?? 0) / 100);
      }
    },
  });
}
