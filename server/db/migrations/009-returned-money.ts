import { type Kysely, sql } from 'kysely';

/** Payments that went back, and those that could not be credited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`ALTER TABLE orders
    ADD COLUMN returned_amount integer NOT NULL DEFAULT 0,
    ADD COLUMN missing_coins   integer NOT NULL DEFAULT 0`,
  // No reference to an order: it may be gone with its account, which is why a payment is parked.
  sql`CREATE TABLE parked_payments (
    receipt  text PRIMARY KEY,
    order_id text NOT NULL,
    amount   integer NOT NULL,
    currency text NOT NULL,
    problem  text NOT NULL,
    time     timestamptz NOT NULL,
    returned boolean NOT NULL DEFAULT false
  )`,
];
