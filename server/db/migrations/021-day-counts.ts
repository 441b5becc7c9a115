import { type Kysely, sql } from 'kysely';

/**
 * What is counted of each user and day (UTC, `YYYY-MM-DD`), by a keyed hash of whose the account is: deleting it and signing
 * in again begins nothing anew. The tables before, `preview_counts` and `wasted_jobs`, stay for the version before, which may
 * still run beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE day_counts (
    who   text NOT NULL,
    kind  text NOT NULL,
    day   text NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (who, kind, day)
  )`.execute(db);
}
