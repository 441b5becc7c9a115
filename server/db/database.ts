import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { closeToOthers, lockDataDir } from './data-dir.ts';
import { explainTrouble } from './explain-trouble.ts';
import { liftLimits, migrate, type StartLog } from './migrate.ts';
import type { Schema, Tx } from './schema.ts';
import { checkServer, openServerPool, openSetupPool } from './server-pool.ts';

// Ids, counts and sums stay far below 2^53, so that numbers hold them exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Below PostgreSQL's default of 128 MB, which would be most of our memory. The system's file cache makes up for it. */
const buffers = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB'];

interface EmbeddedPool {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** `shared` is true if other processes may be using the database. */
export interface Database {
  query: Kysely<Schema>;
  shared: boolean;
  /** Runs `act`, which changes tables, in one process at a time. Retries while the server is unusable. */
  setUp(act: (query: Kysely<Schema>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** `clock` in milliseconds since 1970. */
export interface DbAndClock {
  db: Database;
  clock: () => number;
}

export type Queryable = Kysely<Schema> | Tx;

/** Rows that one statement of `deleteOld` deletes: few, so that locks and statements are short. */
const deletedAtOnce = 1_000;

/** Deletes the rows to which `condition` applies, in batches. The condition's column needs an index. */
export async function deleteOld(
  query: Kysely<Schema>,
  table: keyof Schema,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const rows = sql`SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${deletedAtOnce}`;
  let deleted: bigint | undefined;
  do {
    const done = await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(${rows}))`.execute(query);
    deleted = done.numAffectedRows;
  } while (Number(deleted) === deletedAtOnce);
}

/** Runs another library's SQL. Without `values`, the text may contain several statements. */
type RunSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Location of the database: the PostgreSQL server at `databaseUrl`; if that is null, the data folder. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | null;
}

const silent: StartLog = { warn() {}, info() {} };

/** Milliseconds between attempts to reach the database server. */
const reachDelay = 2_000;

/** Number of the advisory lock. Arbitrary, but no other lock of the database may use it. */
const setupLock = 7_989_121;

/** Without Kysely's migration lock, because PgBouncer may share sessions; `setUpAlone` has its own. */
class SetupDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return Object.assign(new PostgresAdapter(), {
      async acquireMigrationLock() {},
      async releaseMigrationLock() {},
    });
  }
}

/** Opens and migrates the database, once its server is usable. Throws a message for the operator. */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabasePlace,
  log: StartLog = silent,
): Promise<Database> {
  const inMemory = databaseUrl === 'memory://';
  const db =
    databaseUrl && !inMemory
      ? openShared(databaseUrl, log)
      : await openAlone(await openEmbedded(inMemory ? null : dataDir));
  try {
    await db.setUp(query => migrate(query, log));
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

function openAlone({ pool, close }: EmbeddedPool): Database {
  const query = new Kysely<Schema>({ dialect: new SetupDialect({ pool }) });
  return {
    query,
    shared: false,
    setUp: act => act(query),
    async close() {
      await query.destroy();
      await close();
    },
  };
}

function openShared(url: string, log: StartLog): Database {
  const pool = openServerPool(url);
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    query,
    shared: true,
    setUp: act => whenUsable(url, log, () => setUpAlone(url, pool, act)),
    async close() {
      await query.destroy();
      // Kysely does not end a pool that it has never used, so end it here.
      if (!pool.ended) await pool.end();
    },
  };
}

/** A transaction holds the lock: a broken connection frees it, even if a pooler shares sessions. */
async function setUpAlone(
  url: string,
  pool: pg.Pool,
  act: (query: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  await checkServer(pool);
  const setup = new Kysely<Schema>({ dialect: new SetupDialect({ pool: openSetupPool(url) }) });
  try {
    await setup.transaction().execute(async tx => {
      await liftLimits(tx);
      await sql`SELECT pg_advisory_xact_lock(${setupLock})`.execute(tx);
      await act(setup);
    });
  } finally {
    await setup.destroy();
  }
}

/** Retries as long as the database server is unusable. Rejects on other errors. */
async function whenUsable(url: string, log: StartLog, act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const trouble = explainTrouble(error, url);
      if (!trouble) throw error;
      if (!trouble.passes) throw new Error(trouble.sentence, { cause: error });
      log.warn(`${trouble.sentence} Trying again.`);
      await pause(reachDelay);
    }
  }
}

/** Runs another library's statements. If `query` is a transaction, they belong to it. */
export function runSqlOn(query: Queryable): RunSql {
  return async (text, values) => {
    if (query.isTransaction || (values && values.length > 0))
      return query.executeQuery(CompiledQuery.raw(text, values));
    return query.connection().execute(connection => runSeveral(connection, text));
  };
}

/** Rolls back after an error, so that no transaction of the statements stays open on the connection. */
async function runSeveral(connection: Kysely<Schema>, text: string): Promise<{ rows: unknown[] }> {
  try {
    return await connection.executeQuery(CompiledQuery.raw(text));
  } catch (error) {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
    throw error;
  }
}

/** Opens PGlite in a data folder, which it locks until `close`. If `dataDir` is null, opens PGlite in memory. */
async function openEmbedded(dataDir: string | null): Promise<EmbeddedPool> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');

  if (dataDir) await mkdir(dataDir, { recursive: true });
  const release = dataDir ? await lockDataDir(dataDir) : async () => {};
  const place = dataDir ? join(dataDir, 'database') : 'memory://';
  if (dataDir && !existsSync(join(place, 'PG_VERSION'))) await createIn(place);
  const lite = await PGlite.create(place, { startParams: [...PGlite.defaultStartParams, ...buffers] });
  // PGlite ignores this process's umask, so restrict the permissions here.
  if (dataDir) closeToOthers(place);
  // PGlite has one connection. So a transaction that awaits a query outside of it waits forever.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });

  return {
    pool,
    async close() {
      await lite.close();
      await release();
    },
  };
}

/** Runs in a worker thread: creating takes 350 MB, which this thread would keep for minutes. */
async function createIn(place: string): Promise<void> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const code = `require(${JSON.stringify(pglite)}).PGlite.create(${JSON.stringify(place)}).then(lite => lite.close())`;
  await once(new Worker(code, { eval: true }), 'exit');
}

export function newId(): string {
  return randomBytes(12).toString('hex');
}
