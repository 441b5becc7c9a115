import { type Kysely, sql } from 'kysely';

/** Which orders the payment provider could not tell of when they were last checked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE orders ADD COLUMN check_failed boolean NOT NULL DEFAULT false`.execute(db);
}
