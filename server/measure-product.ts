import type { Registry } from 'prom-client';
import type { Database } from './db/database.ts';
import { measureJobs } from './jobs/measure-jobs.ts';
import { measureEnds } from './measure-ends.ts';
import { measureOrders } from './money/measure-orders.ts';
import { measureSales } from './money/measure-sales.ts';
import { measureReports } from './reports/measure-reports.ts';

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
