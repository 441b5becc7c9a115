import { CompiledQuery, sql } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import type { DeskParts } from '../../server/desk/verb.ts';
import { sumsVerb } from '../../server/desk/verbs/sums-verb.ts';
import { startPostgres } from '../../tests/support/postgres.ts';

// How long `desk sums --month` takes on PostgreSQL with as many payments and a tenth as many users, by
// `npx tsx scripts/bench/sums.ts [payments]`: spread over ten years, and all of them in the month that is asked for.

const month = '2026-06';
const runs = 5;
const payments = Number(process.argv[2] ?? 10_000_000);

const postgres = await startPostgres();
const db = await openDatabase({ dataDir: '', databaseUrl: postgres.url });
try {
  await db.query.executeQuery(
    CompiledQuery.raw(`INSERT INTO users (user_id, login_type, login_name, nickname, avatar, create_time, coins, vip_level, vip_expire_time)
      SELECT 'u' || n, 'name', 'n' || n, '', '', now(), n % 500, n % 2, '2026-07-01'::timestamptz + n % 60 * interval '1 day'
      FROM generate_series(1, ${payments / 10}) n`),
  );
  process.stdout.write('payments in the month | slowest of five, ms\n');
  for (const days of [3652, 30]) {
    await sql`TRUNCATE takings`.execute(db.query);
    await db.query.executeQuery(
      CompiledQuery.raw(`INSERT INTO takings (time, provider, order_id, amount, coins, days)
        SELECT '2026-07-01'::timestamptz - random() * ${days} * interval '1 day',
          (ARRAY['stripe', 'wechat', 'app-store', 'google-play'])[n % 4 + 1], 'o' || n,
          CASE WHEN n % 20 = 0 THEN -1 ELSE 1 END * (100 + n % 20000), 100, 0
        FROM generate_series(1, ${payments}) n`),
    );
    await sql`ANALYZE`.execute(db.query);
    const times: number[] = [];
    let orders = 0;
    for (let run = 0; run < runs; run++) {
      const start = performance.now();
      const { rows } = await sumsVerb.run(
        { db, clock: () => Date.parse('2026-07-01') } as DeskParts,
        { verb: 'sums', values: { month }, page: 1, limit: 50, doneBy: 'bench', reason: '' },
        async () => {},
      );
      times.push(performance.now() - start);
      orders = rows?.reduce((sum, row) => sum + Number(row.orders), 0) ?? 0;
    }
    process.stdout.write(`${orders} | ${Math.round(Math.max(...times))}\n`);
  }
} finally {
  await db.close();
  await postgres.stop();
}
