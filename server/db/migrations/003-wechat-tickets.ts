import { type Kysely, sql } from 'kysely';

/** The ticket of each WeChat account, shared by all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE wechat_tickets (
    app_id        text PRIMARY KEY,
    ticket        text NOT NULL,
    expire_time   timestamptz NOT NULL,
    refresh_until timestamptz NOT NULL
  )`.execute(db);
}
