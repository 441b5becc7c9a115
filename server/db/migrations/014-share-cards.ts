import { type Kysely, sql } from 'kysely';

/** Pics that their users have made public: gone with the pic, its job and the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE share_cards (
    card_id     text PRIMARY KEY,
    pic_id      text NOT NULL UNIQUE REFERENCES pics ON DELETE CASCADE,
    create_time timestamptz NOT NULL
  )`.execute(db);
}
