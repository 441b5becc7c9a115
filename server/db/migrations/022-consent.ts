import { type Kysely, sql } from 'kysely';

/** What the user has agreed to, as a version of it; empty: nothing, or nothing any more. The audit keeps when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN consent_version text NOT NULL DEFAULT ''`.execute(db);
}
