import { type Kysely, sql } from 'kysely';

/**
 * Uploads in parts that are not completed yet, and what each uploader has sent on their last day (UTC, `YYYY-MM-DD`). Whose
 * they are is said by a hash only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE begun_uploads (
    upload_id   text PRIMARY KEY,
    owner       text NOT NULL,
    key         text NOT NULL,
    type        text NOT NULL,
    create_time timestamptz NOT NULL,
    used_time   timestamptz NOT NULL,
    frozen_time timestamptz
  )`.execute(db);
  await sql`CREATE INDEX begun_uploads_of_owner ON begun_uploads (owner)`.execute(db);
  await sql`CREATE INDEX begun_uploads_by_age ON begun_uploads (create_time)`.execute(db);
  await sql`CREATE TABLE upload_parts (
    upload_id text NOT NULL REFERENCES begun_uploads ON DELETE CASCADE,
    number    integer NOT NULL,
    file      text NOT NULL,
    size      integer NOT NULL,
    etag      text NOT NULL,
    PRIMARY KEY (upload_id, number)
  )`.execute(db);
  await sql`CREATE TABLE upload_counts (
    owner text PRIMARY KEY,
    day   text NOT NULL,
    files integer NOT NULL,
    bytes integer NOT NULL
  )`.execute(db);
}
