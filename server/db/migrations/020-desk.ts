import { type Kysely, sql } from 'kysely';

/** The operator's desk: the audit, whose rows are never changed, and the operator's choices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  // No reference to the user: the row stays when the account goes.
  sql`CREATE TABLE audit (
    id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time    timestamptz NOT NULL,
    source  text NOT NULL CHECK (source IN ('desk', 'server', 'user')),
    done_by text NOT NULL,
    action  text NOT NULL,
    subject text NOT NULL,
    reason  text NOT NULL,
    before  jsonb NOT NULL,
    after   jsonb NOT NULL
  )`,
  sql`CREATE INDEX ON audit (subject, id)`,
  sql`CREATE INDEX ON audit (time)`,
  sql`CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit is append-only';
    END
  $$`,
  sql`CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION keep_audit()`,
  sql`CREATE TRIGGER keep_all BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit()`,
  sql`CREATE TABLE template_choices (
    template_id integer PRIMARY KEY,
    is_on       boolean NOT NULL DEFAULT true,
    place       integer NOT NULL DEFAULT 0
  )`,
  // No reference to a user: what was earned stays true when the account goes. Amounts in fen; what went back is negative.
  sql`CREATE TABLE takings (
    id       integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    time     timestamptz NOT NULL,
    provider text NOT NULL,
    order_id text NOT NULL,
    amount   integer NOT NULL,
    coins    integer NOT NULL,
    days     integer NOT NULL
  )`,
  sql`CREATE INDEX ON takings (time)`,
  sql`INSERT INTO takings (time, provider, order_id, amount, coins, days)
    SELECT paid_time, coalesce(provider, 'unknown'), order_id, amount, 0, 0 FROM orders WHERE status = 'paid'
    ORDER BY paid_time`,
  // Nothing says when it went back: at the latest now, at the earliest when it was paid.
  sql`INSERT INTO takings (time, provider, order_id, amount, coins, days)
    SELECT paid_time, coalesce(provider, 'unknown'), order_id, -returned_amount, 0, 0 FROM orders WHERE returned_amount > 0
    ORDER BY paid_time`,
  sql`ALTER TABLE parked_payments ADD COLUMN provider text NOT NULL DEFAULT 'stripe'`,
  sql`ALTER TABLE parked_payments ADD COLUMN credited boolean NOT NULL DEFAULT false`,
];
