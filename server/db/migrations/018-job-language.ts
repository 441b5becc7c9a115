import { type Kysely, sql } from 'kysely';

/**
 * The language in which a job was asked for, that of the label on its pics. Before the migrations that change orders: those who
 * use both tables meanwhile begin with the jobs, and would wait in a circle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN language text NOT NULL DEFAULT ''`.execute(db);
}
