import { type Kysely, sql } from 'kysely';

/** What stays of a deleted account: a keyed hash of whose it was, so that gifts are given once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE hash_keys (name text PRIMARY KEY, value text NOT NULL)`,
  sql`INSERT INTO hash_keys VALUES ('gone-users', gen_random_uuid()::text || gen_random_uuid()::text)`,
  sql`CREATE TABLE gone_users (
    hash         text PRIMARY KEY,
    time         timestamptz NOT NULL,
    ads_that_day integer NOT NULL
  )`,
];
