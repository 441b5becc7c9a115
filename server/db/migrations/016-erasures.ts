import { type Kysely, sql } from 'kysely';

/** What must go from the store: noted with the rows that go at once, and removed from here once it is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE erasures (
    prefix text PRIMARY KEY,
    until  timestamptz NOT NULL
  )`.execute(db);
}
