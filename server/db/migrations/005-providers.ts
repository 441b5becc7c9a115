import { type Kysely, sql } from 'kysely';

/** What real providers need: checkouts at Stripe, when an order was last asked about, and AdMob's word on ads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`ALTER TABLE orders ADD COLUMN checked_time timestamptz`,
  sql`CREATE INDEX ON orders (create_time) WHERE status = 'pending'`,

  sql`CREATE TABLE stripe_checkouts (
    order_id   text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
    session_id text NOT NULL UNIQUE,
    url        text NOT NULL
  )`,

  sql`CREATE TABLE verified_ads (
    transaction_id text PRIMARY KEY,
    claim_id       text NOT NULL,
    user_id        text,
    time           timestamptz NOT NULL,
    claimed        boolean NOT NULL DEFAULT false
  )`,
  sql`CREATE INDEX ON verified_ads (claim_id)`,
  sql`CREATE INDEX ON verified_ads (time)`,
];
