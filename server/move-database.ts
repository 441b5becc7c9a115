/**
 * Copies the embedded database in DATA_DIR to the empty database at DATABASE_URL. Run it while the server is stopped.
 * The embedded database stays as it is. Exit code 1: nothing was copied, and the message says why.
 */
import { sql } from 'kysely';
import { type Database, openDatabase, type Queryable } from './db/database.ts';
import { liftLimits } from './db/migrate.ts';
import { readConfig } from './settings/config.ts';

/** Number of rows per statement. */
const atOnce = 500;

/** The only table with rows in an empty database: its random keys. The copied rows need the keys of their database. */
const filledAtSetUp = 'hash_keys';

/** Names of the product's tables, each after the tables to which it refers. The job queue fills its own tables. */
async function tablesOf(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'kysely%'
    ORDER BY oid`.execute(db);
  return rows.map(({ name }) => name);
}

async function countIn(db: Queryable, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(db);
  return rows[0]!.count;
}

async function copyTable(from: Queryable, to: Queryable, table: string): Promise<number> {
  const count = await countIn(from, table);
  for (let done = 0; done < count; done += atOnce) {
    const { rows } = await sql<{ rows: string }>`
      SELECT json_agg(part)::text AS rows
      FROM (SELECT * FROM ${sql.table(table)} ORDER BY ctid LIMIT ${atOnce} OFFSET ${done}) AS part`.execute(
      from,
    );
    await sql`
      INSERT INTO ${sql.table(table)} OVERRIDING SYSTEM VALUE
      SELECT * FROM json_populate_recordset(null::${sql.table(table)}, ${rows[0]!.rows}::json)`.execute(to);
  }
  return count;
}

/** Continues the numbers of identity columns after the copied rows. */
async function continueNumbers(to: Queryable, table: string): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    SELECT column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_identity = 'YES'`.execute(to);
  for (const { column } of rows) {
    await sql`
      SELECT setval(pg_get_serial_sequence(${table}, ${column}), greatest(max(${sql.ref(column)}), 1))
      FROM ${sql.table(table)}`.execute(to);
  }
}

async function move(from: Database, to: Database): Promise<number> {
  const tables = await tablesOf(from.query);
  return to.query.transaction().execute(async tx => {
    await liftLimits(tx);
    let rows = 0;
    for (const table of tables) {
      if (table === filledAtSetUp) await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
      if ((await countIn(tx, table)) > 0)
        throw new Error(`The database at DATABASE_URL is not empty: the table ${table} has rows.`);
      rows += await copyTable(from.query, tx, table);
      await continueNumbers(tx, table);
    }
    return rows;
  });
}

try {
  const { dataDir, databaseUrl } = readConfig({ ...process.env, ROLE: 'all' });
  if (databaseUrl === null || databaseUrl === 'memory://')
    throw new Error('Set DATABASE_URL to the empty database of a PostgreSQL server.');
  const to = await openDatabase({ dataDir, databaseUrl });
  const from = await openDatabase({ dataDir, databaseUrl: null });
  try {
    const rows = await move(from, to);
    process.stdout.write(`${rows} rows were copied. Start the server with this DATABASE_URL.\n`);
  } finally {
    await from.close();
    await to.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
