import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, type Migration, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { waitFor } from '../server/support/wait-for.ts';
import { Cluster, call } from './cluster.ts';

const folder = 'server/db/migrations';

/** The tables of the database when this migration was the latest. */
const versionBefore = '021-day-counts';

/** What a node of the version before asks for, again and again, in the order in which it locks: a user, then what is theirs. */
const statements = [
  'BEGIN',
  'SELECT * FROM users FOR UPDATE',
  'SELECT * FROM jobs JOIN pics USING (generate_id)',
  'UPDATE orders SET check_failed = false',
  "INSERT INTO preview_counts VALUES ('u', '2026-01-01', 1) ON CONFLICT (user_id) DO UPDATE SET count = preview_counts.count + 1",
  'COMMIT',
];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.open(inject('scripts').node, { tables: 'none' });
});
afterAll(() => cluster.close());

/** Brings an empty database to where the version before left it. */
async function openAsBefore(): Promise<void> {
  const names = (await readdir(folder)).map(file => file.replace(/\.ts$/, '')).toSorted();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    if (name <= versionBefore) migrations[name] = await import(join(process.cwd(), folder, `${name}.ts`));
  }
  const db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: cluster.url }) }),
  });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  await db.destroy();
  expect(error).toBeUndefined();
}

test('two nodes that bring the database up to date at once are both ready, and nobody who uses it meanwhile has an error', async () => {
  await openAsBefore();
  await cluster.all(`INSERT INTO users (user_id, login_type, login_name, nickname, avatar, create_time)
    VALUES ('u', 'facebook', 'Ann', 'Ann', '', now())`);
  let isOver = false;
  let rounds = 0;
  const reader = new pg.Client(cluster.url);
  await reader.connect();
  const reading = (async () => {
    for (; !isOver; rounds += 1) for (const statement of statements) await reader.query(statement);
  })();
  await waitFor('the reader', () => rounds > 2);
  const started = Promise.all([cluster.start('api'), cluster.start('api')]);
  const nodes = await Promise.race([started, reading.then(() => started)]);
  for (const node of nodes) {
    expect((await fetch(`${node.origin}/readyz`)).status).toBe(200);
    const { data } = await call(node, '', 'login', { login_type: 'facebook', token: 'sandbox:Bob' });
    expect((await call(node, data.token, 'getTemplates')).status).toBe(200);
  }
  isOver = true;
  await reading;
  await reader.end();
});
