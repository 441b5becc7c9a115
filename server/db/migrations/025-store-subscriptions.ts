import { type Kysely, sql } from 'kysely';

/** The subscriptions of phones' stores, which renew by themselves: whose each is, and until when it is paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE store_subscriptions (
    provider        text NOT NULL,
    subscription_id text NOT NULL,
    user_id         text NOT NULL REFERENCES users ON DELETE CASCADE,
    receipt         text NOT NULL,
    until           timestamptz NOT NULL,
    PRIMARY KEY (provider, subscription_id)
  )`,
  sql`CREATE INDEX ON store_subscriptions (user_id)`,
  sql`CREATE INDEX ON store_subscriptions (receipt)`,
];
