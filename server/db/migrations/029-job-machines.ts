import { type Kysely, sql } from 'kysely';

/** The machine on which a job is worked on, so that other processes there make room for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN machine text`.execute(db);
}
