import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { lockDataDir } from './data-lock.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

/** An open database; `shared` says whether other processes may be using it too. */
export interface Database {
  query: Kysely<Schema>;
  shared: boolean;
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

/** Any number that no other use of the database takes. */
const setupLock = 7_989_121;

interface OpenPool {
  pool: pg.Pool;
  shared: boolean;
  close(): Promise<void>;
}

/** Opens PostgreSQL, or the embedded PGlite in the data folder or in memory, and brings its tables up to date. */
export async function openDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<Database> {
  const inMemory = databaseUrl === 'memory://';
  const { pool, shared, close } = await (databaseUrl && !inMemory
    ? openServer(databaseUrl)
    : openEmbedded(inMemory ? null : dataDir));
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  async function closeAll(): Promise<void> {
    await query.destroy();
    await close();
  }

  try {
    await migrate(query);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { query, shared, close: closeAll };
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

/** Does something that no other process may do at the same time; the embedded database has no others. */
export async function alone(db: Database, act: () => Promise<void>): Promise<void> {
  if (!db.shared) return act();
  await db.query.connection().execute(async connection => {
    await sql`SELECT pg_advisory_lock(${setupLock})`.execute(connection);
    await act().finally(() => sql`SELECT pg_advisory_unlock(${setupLock})`.execute(connection));
  });
}

async function openServer(connectionString: string): Promise<OpenPool> {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000 });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks between two statements of a transaction; the next statement reports it.
  pool.on('connect', client => client.on('error', () => {}));
  return { pool, shared: true, close: async () => {} };
}

async function openEmbedded(dataDir: string | null): Promise<OpenPool> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');

  if (dataDir) await mkdir(dataDir, { recursive: true });
  const release = dataDir ? await lockDataDir(dataDir) : async () => {};
  const lite = await PGlite.create(dataDir ? join(dataDir, 'database') : 'memory://');
  // PGlite has one connection: never query outside a transaction while inside it.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });

  return {
    pool,
    shared: false,
    async close() {
      await lite.close();
      await release();
    },
  };
}
