import { type Kysely, sql } from 'kysely';

/** What was reported of pictures, and what follows: a public page is hidden, or was looked at and stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE pics ADD COLUMN review text NOT NULL DEFAULT ''
    CHECK (review IN ('', 'hidden', 'cleared'))`.execute(db);
  await sql`CREATE TABLE reports (
    report_id text PRIMARY KEY,
    pic_id    text NOT NULL REFERENCES pics ON DELETE CASCADE,
    reporter  text NOT NULL,
    reason    text NOT NULL,
    words     text NOT NULL,
    time      timestamptz NOT NULL,
    outcome   text NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'kept', 'hidden')),
    UNIQUE (pic_id, reporter)
  )`.execute(db);
  await sql`CREATE INDEX ON reports (reporter, time)`.execute(db);
  await sql`CREATE INDEX ON reports (time) WHERE outcome = 'open'`.execute(db);
  await sql`INSERT INTO hash_keys (name, value) VALUES ('reporters', gen_random_uuid()::text || gen_random_uuid()::text)
    ON CONFLICT DO NOTHING`.execute(db);
}
