import { type Kysely, sql } from 'kysely';

/** By which id WeChat knows who pays, and the refunds that WeChat Pay reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE wechat_payers (
    user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    openid  text NOT NULL
  )`,
  sql`CREATE TABLE wechat_refunds (
    refund_id text PRIMARY KEY,
    order_id  text NOT NULL REFERENCES orders ON DELETE CASCADE,
    amount    integer NOT NULL
  )`,
  sql`CREATE INDEX ON wechat_refunds (order_id)`,
];
