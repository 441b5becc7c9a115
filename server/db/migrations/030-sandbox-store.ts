import { type Kysely, sql } from 'kysely';

/** The subscriptions of the sandbox's store: which renewals belong together, until when each lasts, and what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sandbox_payments
    ADD COLUMN subscription_id text,
    ADD COLUMN until timestamptz,
    ADD COLUMN is_shared boolean NOT NULL DEFAULT false,
    ADD COLUMN returned boolean NOT NULL DEFAULT false`.execute(db);
}
