import { type Kysely, sql } from 'kysely';

/** Devices that are to be told of the end of a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE push_requests (
    generate_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
    endpoint    text NOT NULL,
    p256dh      text NOT NULL,
    auth        text NOT NULL,
    session     text NOT NULL REFERENCES tokens ON DELETE CASCADE,
    language    text NOT NULL,
    create_time timestamptz NOT NULL,
    tries       integer NOT NULL DEFAULT 0,
    due_time    timestamptz NOT NULL,
    PRIMARY KEY (generate_id, endpoint)
  )`.execute(db);
  await sql`CREATE INDEX ON push_requests (session)`.execute(db);
  await sql`CREATE INDEX ON push_requests (endpoint)`.execute(db);
}
