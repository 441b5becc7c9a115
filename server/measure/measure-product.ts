import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database, DbAndClock } from '../db/database.ts';
import { isFree } from '../jobs/job-context.ts';
import { unfinished } from '../jobs/status.ts';

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

const hour = 60 * 60_000;

/** When the certificate of each setting expires (milliseconds since 1970); null without one. */
interface Ends {
  dataDir: string;
  certificates: Record<string, number | null>;
}

/** Each value has its own gauge that reads only this value, because a scrape collects all gauges at the same time. */
const diskMeasures = [
  { name: 'tyy_disk_bytes', help: 'Size of the disk of DATA_DIR', blocks: 'blocks' },
  {
    name: 'tyy_disk_free_bytes',
    help: 'What the server may still write to the disk of DATA_DIR',
    blocks: 'bavail',
  },
] as const;

interface Measured extends DbAndClock {
  config: { dataDir: string };
  labels: { signsUntil: number | null };
  payments: { name: string }[];
}

export function measureProduct(registry: Registry, services: Measured): void {
  const { config, labels, payments } = services;
  measureJobs(registry, services);
  measureOrders(registry, services);
  measureReports(registry, services);
  measureSales(registry, { ...services, providers: payments.map(({ name }) => name) });
  measureEnds(registry, {
    dataDir: config.dataDir,
    certificates: { C2PA_CERTIFICATE: labels.signsUntil },
  });
}

function measureJobs(registry: Registry, { db: { query }, clock }: DbAndClock): void {
  const count = sql<number>`count(*)::int`.as('value');
  new Gauge({
    name: 'tyy_jobs',
    help: 'Unfinished jobs by status: 1 to be audited, 2 auditing, 4 generating',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const rows = await query
        .selectFrom('jobs')
        .select(['status', count])
        .where('status', 'in', unfinished)
        .groupBy('status')
        .execute();
      for (const status of unfinished)
        this.set({ status: String(status) }, rows.find(row => row.status === status)?.value ?? 0);
    },
  });
  gaugeOf(registry, 'tyy_queue_length', {
    help: 'Unfinished jobs on which nobody works at the moment',
    read: () => query.selectFrom('jobs').select(count).where(isFree(clock())),
  });
  gaugeOf(registry, 'tyy_oldest_job_seconds', {
    help: 'How long the unfinished job that was created first has been waiting; 0 without any',
    read: () =>
      query
        .selectFrom('jobs')
        .select(secondsSince('create_time', new Date(clock())))
        .where('status', 'in', unfinished),
  });
}

function measureEnds(registry: Registry, { dataDir, certificates }: Ends): void {
  const registers = [registry];
  for (const { name, help, blocks } of diskMeasures) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await statfs(dataDir);
        this.set(found[blocks] * found.bsize);
      },
    });
  }
  const ends = new Gauge({
    name: 'tyy_certificate_end_timestamp_seconds',
    help: 'When a certificate ends (Unix seconds), by the setting that names it',
    labelNames: ['certificate'],
    registers,
  });
  for (const [certificate, end] of Object.entries(certificates))
    if (end !== null) ends.set({ certificate }, end / 1000);
}

function measureOrders(registry: Registry, { db, clock }: DbAndClock): void {
  const { query } = db;
  const count = sql<number>`count(*)::int`.as('value');
  gaugeOf(registry, 'tyy_receipts_unconfirmed', {
    help: 'Receipts that users handed in during the last hour and no payment provider confirmed',
    read: () =>
      query
        .selectFrom('day_counts')
        .select(count)
        .where('kind', '=', 'wrong-receipt')
        .where('day', '>=', new Date(clock() - hour).toISOString().slice(0, 16)),
  });
  gaugeOf(registry, 'tyy_payments_parked', {
    help: 'Payments that could not be credited and did not go back yet',
    read: () =>
      query
        .selectFrom('parked_payments')
        .select(count)
        .where('returned', '=', false)
        .where('credited', '=', false),
  });
  gaugeOf(registry, 'tyy_coins_missing', {
    help: 'Coins of refunded payments that could not be taken back, because they were spent',
    read: () =>
      query
        .selectFrom('orders')
        .select(sql<number>`coalesce(sum(missing_coins), 0)::bigint`.as('value'))
        .where('missing_coins', '>', 0),
  });
  gaugeOf(registry, 'tyy_orders_check_failed', {
    help: 'Pending orders of which the payment provider could not tell when they were last checked',
    read: () =>
      query
        .selectFrom('orders')
        .select(count)
        .where('status', '=', 'pending')
        .where('check_failed', '=', true),
  });
}

/** Creates a gauge that reads its value from the database at each scrape. */
function gaugeOf(
  registry: Registry,
  name: string,
  { help, read }: { help: string; read(): { executeTakeFirstOrThrow(): Promise<{ value: number }> } },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set((await read().executeTakeFirstOrThrow()).value);
    },
  });
}

/** Each value has its own gauge, because a scrape collects all gauges at the same time. */
function measureSales(
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

function measureReports(registry: Registry, { db, clock }: DbAndClock): void {
  const open = () => db.query.selectFrom('reports').where('outcome', '=', 'open');
  gaugeOf(registry, 'tyy_reports_waiting', {
    help: 'Reports of pictures at which the operator has not looked yet',
    read: () => open().select(sql<number>`count(*)::int`.as('value')),
  });
  gaugeOf(registry, 'tyy_oldest_report_seconds', {
    help: 'How long the oldest of them has been waiting; 0 without any',
    read: () => open().select(secondsSince('time', new Date(clock()))),
  });
}

/** Seconds since the earliest time in the column; 0 without rows. */
const secondsSince = (column: string, now: Date) =>
  sql<number>`coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - min(${sql.ref(column)}))), 0)::float8`.as(
    'value',
  );
