import { type Kysely, sql } from 'kysely';

/** The purchases in Google Play of the last days: those that are not finished there are tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE google_purchases (
    token    text PRIMARY KEY,
    time     timestamptz NOT NULL,
    finished boolean NOT NULL DEFAULT false
  )`.execute(db);
}
