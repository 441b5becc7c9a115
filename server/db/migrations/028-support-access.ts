import { type Kysely, sql } from 'kysely';

/** Until when a user lets support see their pictures; null or in the past: not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN support_until timestamptz`.execute(db);
}
