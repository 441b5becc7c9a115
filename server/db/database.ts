import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CompiledQuery, Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { checkServer } from './check-server.ts';
import { explainTrouble } from './explain-trouble.ts';
import { closeToOthers } from './keep-private.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { liftLimits, migrate, type StartLog } from './migrate.ts';
import type { Schema } from './schema.ts';
import { openServerPool, openSetupPool } from './server-pool.ts';

/** PostgreSQL's own 128 MB would be most of what the process takes; what is not in them is read from the system's cache. */
const buffers = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB'];

/** An open pool, and what closes the database behind it. */
interface EmbeddedPool {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** An open database; `shared` says whether other processes may be using it too. */
export interface Database {
  query: Kysely<Schema>;
  shared: boolean;
  /**
   * Prepares tables on connections without the limits of time that calls have, while no other process prepares any; waits
   * for a server that cannot be used yet, and repeats `act` then.
   */
  setUp(act: (query: Kysely<Schema>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A statement that runs either by itself or inside a transaction. */
export type Queryable = Kysely<Schema> | Transaction<Schema>;

/** Runs a statement that was written by another library; without values it may hold several statements. */
export type RunSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

/** Where the rows are kept; see the configuration for the meaning of `databaseUrl`. */
export interface DatabasePlace {
  dataDir: string;
  databaseUrl: string | null;
}

const silent: StartLog = { warn() {}, info() {} };

/** Milliseconds between two attempts at a server that cannot be used yet. */
const reachDelay = 2_000;

/** Any number that no other use of the database takes. */
const setupLock = 7_989_121;

/** Kysely's own lock belongs to a session, which PgBouncer may hand to another client: `setUp` has one of a transaction. */
class SetupDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return Object.assign(new PostgresAdapter(), {
      async acquireMigrationLock() {},
      async releaseMigrationLock() {},
    });
  }
}

/**
 * Opens PostgreSQL, or the embedded PGlite in the data folder or in memory, and brings its tables up to date. A server
 * that cannot be used yet is waited for; rejects with a sentence for a mistake that no waiting mends.
 */
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
      // Kysely leaves a pool alone that it has never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/** The lock lies in a transaction: it ends with the connection, also behind a pooler that shares sessions. */
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

/** Repeats what fails only because the server cannot be used at the moment. */
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

/** Lets another library run its statements on the database or inside a transaction of ours. */
export function runSqlOn(query: Queryable): RunSql {
  return async (text, values) => {
    if (query.isTransaction || (values && values.length > 0))
      return query.executeQuery(CompiledQuery.raw(text, values));
    return query.connection().execute(connection => runSeveral(connection, text));
  };
}

/** Several statements may open a transaction: when one fails, the connection must not go back to the pool inside it. */
async function runSeveral(connection: Kysely<Schema>, text: string): Promise<{ rows: unknown[] }> {
  try {
    return await connection.executeQuery(CompiledQuery.raw(text));
  } catch (error) {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
    throw error;
  }
}

/** Opens PGlite in a data folder, which is locked until `close`, or in memory (null). */
async function openEmbedded(dataDir: string | null): Promise<EmbeddedPool> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');

  if (dataDir) await mkdir(dataDir, { recursive: true });
  const release = dataDir ? await lockDataDir(dataDir) : async () => {};
  const place = dataDir ? join(dataDir, 'database') : 'memory://';
  if (dataDir && !existsSync(join(place, 'PG_VERSION'))) await createIn(place);
  const lite = await PGlite.create(place, { startParams: [...PGlite.defaultStartParams, ...buffers] });
  // PGlite gives its files the permissions of a usual umask, whatever that of this process is.
  if (dataDir) closeToOthers(place);
  // PGlite has one connection: never query outside a transaction while inside it.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });

  return {
    pool,
    async close() {
      await lite.close();
      await release();
    },
  };
}

/** Creates an empty database in a thread of its own: the 350 MB that this takes would stay with the process for minutes. */
async function createIn(place: string): Promise<void> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const code = `require(${JSON.stringify(pglite)}).PGlite.create(${JSON.stringify(place)}).then(lite => lite.close())`;
  await once(new Worker(code, { eval: true }), 'exit');
}
