import { type Kysely, sql } from 'kysely';

/** The ids that ads were given before they were shown, and to whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE ad_ids (
    id      text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
    time    timestamptz NOT NULL
  )`,
  sql`CREATE INDEX ON ad_ids (time)`,
  sql`CREATE INDEX ON ad_ids (user_id)`,
];
