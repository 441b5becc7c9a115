import { type Kysely, sql } from 'kysely';

/** Who works on a job, and how often work on it began that did not end in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs
    ADD COLUMN claim    text,
    ADD COLUMN attempts smallint NOT NULL DEFAULT 0`.execute(db);
}
