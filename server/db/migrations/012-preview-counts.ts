import { type Kysely, sql } from 'kysely';

/** How many previews a user got on the last day on which there were any (UTC, `YYYY-MM-DD`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE preview_counts (
    user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    day     text NOT NULL,
    count   integer NOT NULL
  )`.execute(db);
}
