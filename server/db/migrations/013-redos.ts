import { type Kysely, sql } from 'kysely';

/** Jobs that were made again for nothing, because the user did not like the first pics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs
    ADD COLUMN redo_of     text,
    ADD COLUMN first_job   text,
    ADD COLUMN redo_number smallint NOT NULL DEFAULT 0,
    ADD COLUMN paid        integer  NOT NULL DEFAULT 0,
    ADD COLUMN remedied    boolean  NOT NULL DEFAULT false`.execute(db);
}
