import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { buy, dataOf } from '../../support/api/api.ts';
import { openTestBackend, signIn } from '../support/backend.ts';
import { forFile } from '../support/for-file.ts';
import { createJob, finishedJob } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

/** Rows of each table. Enough that PostgreSQL prefers an index that fits. */
const rows = 20_000;

/** Tables that may be read whole: with few rows, with only pending rows, or of the sandbox. */
const small = [
  ...[
    'own_templates',
    'template_choices',
    'popular_templates',
    'common_store',
    'hash_keys',
    'wechat_tickets',
  ],
  ...['kysely_migration', 'kysely_migration_lock', 'erasures', 'sandbox_payments'],
];

/** Values of columns that may not have just any value; `i` counts the rows. */
const values: Record<string, string> = {
  'jobs.status': 'CASE WHEN i < 20 THEN 1 ELSE 5 END',
  'jobs.lease_until': 'NULL',
  'orders.status': "CASE WHEN i < 20 THEN 'pending' ELSE 'paid' END",
  'orders.receipt': "CASE WHEN i < 20 THEN NULL ELSE 'r' || i END",
  'orders.paid_time': 'CASE WHEN i < 20 THEN NULL ELSE now() END',
  'orders.missing_coins': 'CASE WHEN i < 20 THEN 1 ELSE 0 END',
  'reports.outcome': "CASE WHEN i < 20 THEN 'open' ELSE 'kept' END",
  'pics.review': "''",
  'audit.source': "'desk'",
  'parked_payments.returned': 'i >= 20',
  'google_purchases.finished': 'i >= 20',
  'takings.time': "now() - i * interval '1 hour'",
  'day_counts.day': "to_char(now() - (i % 2) * interval '1 day', 'YYYY-MM-DD')",
};

const byType: Record<string, string> = {
  text: "'v' || i",
  integer: '1',
  bigint: 'i',
  smallint: '1',
  boolean: 'false',
  'timestamp with time zone': "now() + interval '1 hour'",
  ARRAY: "'{}'",
  json: "'{}'",
  jsonb: "'{}'",
  'double precision': '1',
  real: '1',
};

/** Fills all tables of the product. Ignores references and triggers, because no value is read. */
async function fill(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND is_identity = 'NO' ORDER BY ordinal_position`,
  );
  const tables = [...new Set(columns.map(({ table }) => table))].filter(table => !small.includes(table));
  await client.query('SET session_replication_role = replica');
  for (const table of tables) {
    const own = columns.filter(column => column.table === table);
    const names = own.map(({ column }) => column).join(', ');
    const made = own.map(({ column, type }) => values[`${table}.${column}`] ?? byType[type]).join(', ');
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${made} FROM generate_series(1, ${rows}) AS i`,
    );
  }
  await client.query('ANALYZE');
  return tables;
}

/** Tables that a statement reads from the first to the last row, as PostgreSQL plans it. */
async function tablesReadWhole(client: pg.Client, text: string, parameters: unknown[]): Promise<string[]> {
  const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, parameters);
  return plan.flatMap(line => /Seq Scan on (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? []);
}

test('what runs by itself or for everybody reads no growing table from its first to its last row', async () => {
  const sent = new Map<string, unknown[]>();
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first, parameters] = given;
    const text = typeof first === 'string' ? first : (first as { text: string }).text;
    if (/^\s*(select|update|delete|insert|with)\b/i.test(text))
      sent.set(text, (parameters as unknown[]) ?? []);
    return Reflect.apply(query, this, given);
  } as never);
  const backend = await forFile(openTestBackend({ SANDBOX: '1', METRICS: '1' }, { housekeepingPause: 200 }));
  const client = new pg.Client(backend.services.config.databaseUrl!);
  await client.connect();
  const growing = await fill(client);
  sent.clear();

  const ann = await signIn(backend, 'Ann');
  await buy(ann, 1);
  await finishedJob(ann);
  await createJob(ann);
  for (const call of ['getUserInfo', 'getCoinStatementList', 'getTrainAndGenerateResultList'] as const)
    await dataOf(ann.get(call));
  await dataOf(ann.get('getTemplates'));
  expect((await backend.app.inject('/metrics')).statusCode).toBe(200);
  await ann.post('deleteAccount');
  const housekeeping = [
    'tokens',
    'day_counts',
    'verified_ads',
    'ad_ids',
    'reports',
    'data_copies',
    'push_requests',
  ];
  const isSent = (words: string) => [...sent.keys()].some(text => text.includes(words));
  for (const table of housekeeping) await waitFor(table, async () => isSent(`DELETE FROM "${table}"`));
  await waitFor('the count of templates', async () => isSent('"popular_templates"'));

  const slow: string[] = [];
  for (const [text, parameters] of sent) {
    const whole = await tablesReadWhole(client, text, parameters);
    for (const table of whole) if (growing.includes(table)) slow.push(`${table}: ${text}`);
  }
  await client.end();
  expect(sent.size).toBeGreaterThan(50);
  expect(slow).toEqual([]);
});
