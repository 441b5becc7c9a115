import { type Kysely, sql } from 'kysely';

/** The sizes of the pics of a job that are stored while others are made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN made_pics jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
