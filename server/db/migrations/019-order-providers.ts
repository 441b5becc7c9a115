import { type Kysely, sql } from 'kysely';

/**
 * The payment provider of each order. It may be missing: the version before does not name it, and of an order that was
 * never paid nor taken to Stripe nothing says whose it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`ALTER TABLE orders ADD COLUMN provider text`,
  sql`UPDATE orders SET provider = 'stripe' WHERE order_id IN (SELECT order_id FROM stripe_checkouts)`,
  sql`UPDATE orders SET provider = 'sandbox' WHERE receipt IN (SELECT receipt FROM sandbox_payments)`,
];
