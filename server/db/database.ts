import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { isDatabaseTrouble } from './is-database-trouble.ts';
import { migrate } from './migrate.ts';
import { type EmbeddedPool, openEmbedded } from './open-embedded.ts';
import type { Schema } from './schema.ts';
import { openServerPool } from './server-pool.ts';

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

/** Milliseconds between two attempts at a lock, and at a server that is not there. */
const lockDelay = 200;
const reachDelay = 2_000;

/** Any number that no other use of the database takes. */
const setupLock = 7_989_121;

/**
 * Opens PostgreSQL, or the embedded PGlite in the data folder or in memory, and brings its tables up to date. A server
 * that is not there yet, or has no room, is waited for; `onWait` is called before each new attempt.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabasePlace,
  onWait: (error: unknown) => void = () => {},
): Promise<Database> {
  const inMemory = databaseUrl === 'memory://';
  const shared = !!databaseUrl && !inMemory;
  const { pool, close }: EmbeddedPool = shared
    ? { pool: openServerPool(databaseUrl), close: async () => {} }
    : await openEmbedded(inMemory ? null : dataDir);
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  async function closeAll(): Promise<void> {
    await query.destroy();
    await close();
  }

  try {
    await whenReachable(() => alone({ query, shared }, () => migrate(query)), onWait);
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

async function tryLock(connection: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`SELECT pg_try_advisory_lock(${setupLock}) AS locked`.execute(connection);
  return rows[0]!.locked;
}

/** Repeats what fails only because the database cannot be used at the moment. */
async function whenReachable(act: () => Promise<void>, onWait: (error: unknown) => void): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
      onWait(error);
      await pause(reachDelay);
    }
  }
}

/** Does something that no other process may do at the same time; the embedded database has no others. */
export async function alone(db: Pick<Database, 'query' | 'shared'>, act: () => Promise<void>): Promise<void> {
  if (!db.shared) return act();
  await db.query.connection().execute(async connection => {
    // Not by waiting in the database, where every statement has its limit.
    while (!(await tryLock(connection))) await pause(lockDelay);
    await act().finally(() => sql`SELECT pg_advisory_unlock(${setupLock})`.execute(connection));
  });
}
