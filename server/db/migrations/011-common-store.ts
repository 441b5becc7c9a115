import { type Kysely, sql } from 'kysely';

/** Which store the pictures of this database lie in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE common_store (one boolean PRIMARY KEY DEFAULT true CHECK (one), mark text NOT NULL)`.execute(
    db,
  );
}
