import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { measureJobs } from '../jobs/measure-jobs.ts';
import { measureOrders } from '../money/measure-orders.ts';
import { measureSales } from '../money/measure-sales.ts';
import { measureReports } from '../reports/measure-reports.ts';

/** What comes to an end some day: the disk under `dataDir`, and certificates (milliseconds since 1970, by setting; null: none). */
interface Ends {
  dataDir: string;
  certificates: Record<string, number | null>;
}

/** A scrape reads both at once: neither can set the other's value in time. */
const diskMeasures = [
  { name: 'tyy_disk_bytes', help: 'Size of the disk of DATA_DIR', blocks: 'blocks' },
  {
    name: 'tyy_disk_free_bytes',
    help: 'What the server may still write to the disk of DATA_DIR',
    blocks: 'bavail',
  },
] as const;

/** What is measured, of the services. */
interface Measured {
  db: Database;
  clock: () => number;
  config: { dataDir: string };
  labels: { signsUntil: number | null };
  payments: { name: string }[];
}

/** Adds what an operator watches: jobs, money, sales, reports, and what comes to an end. */
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

/** Measures what comes to an end unless somebody does something. */
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
