import { type Kysely, sql } from 'kysely';

/** Orders, rewarded ads, and what the sandbox's payment provider remembers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE orders (
    order_id    text PRIMARY KEY,
    user_id     text NOT NULL REFERENCES users ON DELETE CASCADE,
    config_id   integer NOT NULL,
    product_id  text NOT NULL,
    amount      integer NOT NULL CHECK (amount > 0),
    status      text NOT NULL CHECK (status IN ('pending', 'paid', 'cancelled')),
    receipt     text UNIQUE,
    create_time timestamptz NOT NULL,
    paid_time   timestamptz,
    CHECK ((status = 'paid') = (receipt IS NOT NULL AND paid_time IS NOT NULL))
  )`,
  sql`CREATE INDEX ON orders (user_id, create_time)`,

  sql`CREATE TABLE ad_rewards (
    nonce   text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
    time    timestamptz NOT NULL
  )`,
  sql`CREATE INDEX ON ad_rewards (user_id, time)`,

  // No reference to our own tables: it stands for the books of another company.
  sql`CREATE TABLE sandbox_payments (
    receipt    text PRIMARY KEY,
    order_id   text UNIQUE,
    product_id text NOT NULL,
    user_id    text,
    time       timestamptz NOT NULL
  )`,
  sql`CREATE INDEX ON sandbox_payments (user_id)`,
];
