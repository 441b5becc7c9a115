import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eraseAccount } from '../../../server/erasure/erase-account.ts';
import { order, pay } from '../../support/api/api.ts';
import { openTestBackend, signIn, type TestBackend } from '../support/backend.ts';
import { finishedJob, idOf, picsOf } from '../support/jobs.ts';
import { waitFor } from '../support/wait-for.ts';

const day = 24 * 60 * 60_000;

/** The source file that removes the contents of each table or folder; empty if nothing removes them. */
function removersIn(title: string): Record<string, string> {
  const [, section = ''] = readFileSync('docs/retention.md', 'utf8').split(`## ${title}\n`);
  const rows = section.split('\n## ')[0]!.matchAll(/^\| `(.+?)` \|.*\| (?:`(.+)`)? ?\|$/gm);
  return Object.fromEntries([...rows].map(([, name = '', file = '']) => [name, file]));
}

const tables = removersIn('Tables');
const folders = removersIn('Folders of DATA_DIR');

/** Rows of these tables are removed after an event, however old they are. */
const removedAfterEvents = ['erasures', 'google_purchases', 'wechat_tickets', 'popular_templates'];

async function tablesOf({ services }: TestBackend): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT LIKE 'kysely%' ORDER BY 1`.execute(
    services.db.query,
  );
  return rows.map(({ name }) => name);
}

async function countIn({ services }: TestBackend, table: string): Promise<number> {
  return (await sql`SELECT FROM ${sql.table(table)}`.execute(services.db.query)).rows.length;
}

/** Adds rows, in current and older formats, to each table with user data or with rows that expire. */
async function oneOfEach(backend: TestBackend): Promise<string> {
  const ann = await signIn(backend, 'Ann');
  const user_id = await idOf(ann);
  const { generate_id } = await finishedJob(ann);
  const [pic] = await picsOf(ann, { generate_id });
  await ann.post('createShareCard', { generate_id, pic_id: pic!.id });
  await ann.post('reportPic', { generate_id, pic_id: pic!.id, reason: 'other' });
  await ann.post('createDataCopy');
  const { order_id } = await order(ann, 1);
  await pay(ann, order_id);
  const { query } = backend.services.db;
  const time = new Date(backend.services.clock());
  const today = time.toISOString().slice(0, 10);
  await sql`INSERT INTO stripe_checkouts VALUES (${order_id}, 's1', 'https://x.example')`.execute(query);
  await sql`INSERT INTO store_subscriptions VALUES ('app-store', 's1', ${user_id}, 'r2', ${time})`.execute(
    query,
  );
  await sql`INSERT INTO wechat_payers VALUES (${user_id}, 'o1')`.execute(query);
  await sql`INSERT INTO wechat_refunds VALUES ('f1', ${order_id}, 100)`.execute(query);
  await sql`INSERT INTO ad_rewards VALUES ('n1', ${user_id}, ${time})`.execute(query);
  await sql`INSERT INTO verified_ads (transaction_id, ad_id, time) VALUES ('t1', 'c1', ${time})`.execute(
    query,
  );
  await sql`INSERT INTO ad_ids VALUES ('i1', ${user_id}, ${time})`.execute(query);
  await sql`INSERT INTO push_requests SELECT ${generate_id}, 'https://x.example/1', 'p', 'a', hash, 'en', ${time}, 0, ${time}
    FROM tokens WHERE user_id = ${user_id}`.execute(query);
  await sql`INSERT INTO day_counts VALUES ('who', 'previews', ${today}, 1)`.execute(query);
  await sql`INSERT INTO upload_counts VALUES ('who', ${today}, 1, 1)`.execute(query);
  await sql`INSERT INTO begun_uploads (upload_id, owner, key, type, create_time, used_time)
    VALUES ('u1', 'who', 'photos/x/y.jpg', 'image/jpeg', ${time}, ${time})`.execute(query);
  await sql`INSERT INTO upload_parts VALUES ('u1', 1, 'f', 1, 'e')`.execute(query);
  return user_id;
}

test('the retention list contains exactly the tables and folders that hold data', async () => {
  const backend = await openTestBackend();
  onTestFinished(backend.close);
  expect(await tablesOf(backend)).toEqual(Object.keys(tables).sort());
  const { dataDir } = backend.services.config;
  const listed = Object.keys(folders).map(name => name.split('/')[0]);
  for (const name of readdirSync(dataDir))
    expect(listed, name).toContain(name.replace(/^secret\..*/, 'secret'));
  const ann = await signIn(backend, 'Ann');
  await finishedJob(ann);
  for (const name of readdirSync(join(dataDir, 'objects')))
    expect(folders).toHaveProperty([`objects/${name}`]);
});

test('each source file that docs/retention.md names exists', () => {
  for (const file of [...Object.values(tables), ...Object.values(folders)])
    if (file !== '') expect(existsSync(file), file).toBe(true);
});

test('deleting an account removes its rows, and housekeeping removes the other rows after they expire', async () => {
  const backend = await openTestBackend({}, { housekeepingPause: 50 });
  onTestFinished(backend.close);
  const userId = await oneOfEach(backend);
  const ending = Object.entries(tables).filter(
    ([table, file]) => file !== '' && !removedAfterEvents.includes(table),
  );
  for (const [table] of ending) expect(await countIn(backend, table), table).toBeGreaterThan(0);

  await eraseAccount(backend.services, userId, async () => {});
  for (const [table, file] of ending)
    if (file === 'server/erasure/erase-account.ts') expect(await countIn(backend, table), table).toBe(0);

  backend.clock.ahead = 200 * day;
  await waitFor('housekeeping', async () => {
    const counts = await Promise.all(ending.map(([table]) => countIn(backend, table)));
    return counts.every(count => count === 0);
  });
});
