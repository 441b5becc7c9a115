import { type Kysely, sql } from 'kysely';

/** Where a user may fetch a copy of their data, by a hash of the address's secret part. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE data_copies (
    user_id     text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    secret_hash text NOT NULL UNIQUE,
    session     text NOT NULL,
    expire_time timestamptz NOT NULL
  )`.execute(db);
}
