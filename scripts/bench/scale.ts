/**
 * Measures work that runs by itself or for everybody, on a filled PostgreSQL: `npm run bench -- --scale`, with --users
 * (100000). Per user there are five jobs, ten pictures and ten ledger rows. Prints how long filling took, the size of
 * the database, and each task's slowest of three runs beside its limit. Exits with 1 if a limit is exceeded. Removals
 * have something to remove only in their first run.
 */
import { tmpdir } from 'node:os';
import pg from 'pg';
import { Registry } from 'prom-client';
import { forgetDays } from '../../server/accounts/day-counts.ts';
import { removeExpiredTokens } from '../../server/accounts/sessions.ts';
import { openDatabase } from '../../server/db/database.ts';
import { measureProduct } from '../../server/measure/measure-product.ts';
import { removeOldReports } from '../../server/reports/routes.ts';
import { countMostMade } from '../../server/services/housekeeping.ts';
import { fillDatabase } from '../../tests/support/api/fill-database.ts';
import { startPostgres } from '../../tests/support/api/postgres.ts';
import { readOptions, wholeNumber } from '../options.mjs';

const { users } = readOptions({ users: wholeNumber(100_000) }) as { users: number };
const runs = 3;

const postgres = await startPostgres();
const db = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
const client = new pg.Client(postgres.url);
try {
  await client.connect();
  const filling = await timeOf(() => fillDatabase(client, users));
  const { rows } = await client.query('SELECT pg_database_size(current_database()) / 1e6 AS mb');
  console.warn(
    `${users} users: filled in ${Math.round(filling / 1000)} s, ${Math.round(Number(rows[0].mb))} MB`,
  );

  const parts = { db, clock: Date.now };
  const registry = new Registry();
  measureProduct(registry, {
    ...parts,
    config: { dataDir: tmpdir() },
    labels: { signsUntil: null },
    payments: [{ name: 'stripe' }],
  });
  // Opens the pool's connections, as the scrapes before would have done.
  await registry.metrics();
  /** Name, limit (ms), and the task. */
  const tasks: [string, number, () => Promise<unknown>][] = [
    ['scrape of /metrics', 50, () => registry.metrics()],
    ['counts of jobs by status', 10, () => registry.getSingleMetric('tyy_jobs')!.get()],
    ['coins missing', 10, () => registry.getSingleMetric('tyy_coins_missing')!.get()],
    ['removal of expired tokens', 2_000, () => removeExpiredTokens(parts)],
    ['removal of old counts', 50, () => forgetDays(parts)],
    ['removal of old reports', 50, () => removeOldReports(parts)],
    [
      'order of the most made templates',
      1_000,
      async () => {
        await client.query('DELETE FROM popular_templates');
        await countMostMade(parts);
      },
    ],
  ];
  process.stdout.write('| task | slowest of three, ms | limit, ms |\n| --- | --- | --- |\n');
  for (const [name, limit, act] of tasks) {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await timeOf(act));
    const slowest = Math.round(Math.max(...times));
    process.stdout.write(`| ${name} | ${slowest} | ${limit} |\n`);
    if (slowest > limit) process.exitCode = 1;
  }
} finally {
  await client.end();
  await db.close();
  await postgres.stop();
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
