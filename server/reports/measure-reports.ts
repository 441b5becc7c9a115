import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

/** Adds how long reports wait, read from the database on each scrape. */
export function measureReports(
  registry: Registry,
  { db, clock }: { db: Database; clock: () => number },
): void {
  new Gauge({
    name: 'tyy_reports_waiting',
    help: 'Reports of pictures at which the operator has not looked yet',
    registers: [registry],
    async collect() {
      const { count } = await open(db)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      this.set(Number(count));
    },
  });
  new Gauge({
    name: 'tyy_oldest_report_seconds',
    help: 'How long the oldest of them has been waiting; 0 without any',
    registers: [registry],
    async collect() {
      const { oldest } = await open(db)
        .select(({ fn }) => fn.min('time').as('oldest'))
        .executeTakeFirstOrThrow();
      this.set(oldest ? Math.max(0, clock() - oldest.getTime()) / 1000 : 0);
    },
  });
}

const open = (db: Database) => db.query.selectFrom('reports').where('outcome', '=', 'open');
