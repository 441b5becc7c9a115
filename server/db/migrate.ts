import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Shows messages to the operator: why the start is waiting, and how the tables were changed. */
export interface StartLog {
  warn(sentence: string): void;
  info(sentence: string): void;
}

/** Milliseconds between messages about a migration that is still running. */
const stillRunning = 5_000;

/** The first migrations of versions before 1.0.0. Tables of these versions cannot be migrated. */
const beforeRelease = ['001-people-and-jobs', '001-tables'];

/**
 * Runs the missing migrations. The caller must make sure that no other process does so at the same time. Each migration
 * has its own transaction, so a retry repeats only the failed migration. Throws a message for the operator if the
 * tables are from a newer version, or from a version before 1.0.0.
 */
export async function migrate(db: Kysely<Schema>, log: Pick<StartLog, 'info'>): Promise<void> {
  const migrations = await readMigrations(log);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error) await explainOther(db, Object.keys(migrations), error);
    if (!results?.length) return;
  }
}

async function readMigrations(log: Pick<StartLog, 'info'>): Promise<Record<string, Migration>> {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the bundle, this code may be in a subfolder of the entry files' folder.
  const folder = [join(here, 'migrations'), join(here, '..', 'migrations')].find(existsSync) ?? here;
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(folder)).toSorted()) {
    if (!file.endsWith('.sql')) continue;
    const name = file.slice(0, -'.sql'.length);
    const statements = await readFile(join(folder, file), 'utf8');
    migrations[name] = { up: db => runInItsTime(name, statements, db, log) };
  }
  return migrations;
}

/** Runs a migration without time limits and logs how long it takes. */
async function runInItsTime(
  name: string,
  statements: string,
  db: Kysely<unknown>,
  log: Pick<StartLog, 'info'>,
): Promise<void> {
  const began = performance.now();
  const say = (verb: string) =>
    log.info(`Migration ${name} ${verb} ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  const saying = setInterval(say, stillRunning, 'has been running for');
  try {
    await liftLimits(db);
    await sql.raw(statements).execute(db);
  } finally {
    clearInterval(saying);
  }
  say('took');
}

/** Removes a transaction's time limits, except 3 s for a lock: roles may have limits, and poolers ignore our own. */
export async function liftLimits<T>(tx: Kysely<T>): Promise<void> {
  await sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '3s', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
}

/** Throws a message for the operator if another version migrated the tables; else rethrows the error. */
async function explainOther(db: Kysely<Schema>, known: string[], error: unknown): Promise<never> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const others = rows.map(({ name }) => name).filter(name => !known.includes(name));
  if (others.length === 0) throw error;
  if (others.some(name => beforeRelease.includes(name))) {
    throw new Error(
      'The database was made by a version before 1.0.0, whose tables cannot be brought up to date. Start with an empty ' +
        'database: another DATABASE_URL, or another DATA_DIR.',
    );
  }
  throw new Error(
    `The database was made by a newer version, which added ${others.join(', ')}; this one ends with ` +
      `${known.at(-1)}. Start the newer version, or restore a backup from before it.`,
  );
}
