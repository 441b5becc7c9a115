import { type Kysely, sql } from 'kysely';

/** How many jobs of a user ended without pics after work on them had begun, on the last day on which any did (UTC, `YYYY-MM-DD`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE wasted_jobs (
    user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    day     text NOT NULL,
    count   integer NOT NULL
  )`.execute(db);
}
