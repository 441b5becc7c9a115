import { type Kysely, sql } from 'kysely';

/** What jobs show of a template that its owner removed: its titles as JSON by language, and its picture or how that is drawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE own_templates (
    id       integer PRIMARY KEY,
    title    text NOT NULL,
    version  text NOT NULL,
    preview  bytea,
    drawn_as integer,
    hand     text
  )`.execute(db);
}
