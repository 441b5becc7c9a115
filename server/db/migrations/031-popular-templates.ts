import { type Kysely, sql } from 'kysely';

/** The templates that most users have had pics made in, as they were counted on a day (UTC, `YYYY-MM-DD`); names no user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE popular_templates (
    day          text PRIMARY KEY,
    template_ids integer[] NOT NULL
  )`.execute(db);
}
