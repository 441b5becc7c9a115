import { type Kysely, sql } from 'kysely';

/** The language in which a job was asked for, that of the label on its pics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN language text NOT NULL DEFAULT ''`.execute(db);
}
