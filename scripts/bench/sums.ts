/**
 * Measures `desk sums --month` on PostgreSQL: `npm run bench -- sums`, with --payments (10000000) and a tenth as many
 * users. The first run spreads the payments over ten years; the second run puts all of them in the requested month.
 * Exits with 1 if a run takes 2 s or more.
 */
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import type { DeskParts } from '../../server/desk/verb.ts';
import { sumsVerb } from '../../server/desk/verbs/audit-verbs.ts';
import { startPostgres } from '../../tests/support/api/postgres.ts';
import { readOptions, wholeNumber } from '../options.mjs';

const { payments } = readOptions({ payments: wholeNumber(10_000_000) }) as { payments: number };
const month = '2026-06';
const limit = 2_000;
const runs = 5;

const users = `INSERT INTO users
    (user_id, login_type, login_name, nickname, avatar, create_time, coins, vip_level, vip_expire_time)
  SELECT 'u' || n, 'name', 'n' || n, '', '', now(), n % 500, n % 2, '2026-07-01'::timestamptz + n % 60 * interval '1 day'
  FROM generate_series(1, ${payments / 10}) n`;

const takingsOver = (days: number) => `INSERT INTO takings (time, provider, order_id, amount, coins, days)
  SELECT '2026-07-01'::timestamptz - random() * ${days} * interval '1 day',
    (ARRAY['stripe', 'wechat', 'app-store', 'google-play'])[n % 4 + 1], 'o' || n,
    CASE WHEN n % 20 = 0 THEN -1 ELSE 1 END * (100 + n % 20000), 100, 0
  FROM generate_series(1, ${payments}) n`;

const postgres = await startPostgres();
const db = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
const rows = new pg.Client(postgres.url);
try {
  await rows.connect();
  await rows.query(users);
  process.stdout.write('| payments in the month | slowest of five, ms |\n');
  for (const days of [3652, 30]) {
    await rows.query('TRUNCATE takings');
    await rows.query(takingsOver(days));
    await rows.query('VACUUM ANALYZE');
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await time());
    const inMonth = await rows.query(
      `SELECT count(*) FROM takings WHERE time >= '${month}-01Z' AND time < '2026-07-01Z'`,
    );
    const slowest = Math.round(Math.max(...times));
    process.stdout.write(`| ${inMonth.rows[0].count} | ${slowest} |\n`);
    if (slowest >= limit) process.exitCode = 1;
  }
} finally {
  await rows.end();
  await db.close();
  await postgres.stop();
}

async function time(): Promise<number> {
  const began = performance.now();
  await sumsVerb.run(
    { db, clock: () => Date.parse('2026-07-01') } as DeskParts,
    { verb: 'sums', values: { month }, page: 1, limit: 50, doneBy: 'bench', reason: '' },
    async () => {},
  );
  return performance.now() - began;
}
