import { type Kysely, sql } from 'kysely';

/** Users, their sessions, the coin ledger, jobs and pics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`CREATE TABLE users (
    user_id         text PRIMARY KEY,
    login_type      text NOT NULL,
    login_name      text NOT NULL,
    nickname        text NOT NULL,
    avatar          text NOT NULL,
    coins           integer NOT NULL DEFAULT 0 CHECK (coins >= 0),
    vip_level       integer NOT NULL DEFAULT 0 CHECK (vip_level >= 0),
    vip_expire_time timestamptz,
    photos          text[] NOT NULL DEFAULT '{}',
    create_time     timestamptz NOT NULL,
    UNIQUE (login_type, login_name)
  )`,

  sql`CREATE TABLE tokens (
    hash        text PRIMARY KEY,
    user_id     text NOT NULL REFERENCES users ON DELETE CASCADE,
    expire_time timestamptz NOT NULL
  )`,
  sql`CREATE INDEX ON tokens (user_id)`,

  // The unique key is what makes "once" true: a job is held once and given back once, an order credited once.
  sql`CREATE TABLE coin_statements (
    id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id   text NOT NULL REFERENCES users ON DELETE CASCADE,
    change    integer NOT NULL,
    remaining integer NOT NULL CHECK (remaining >= 0),
    reason    text NOT NULL,
    reference text NOT NULL,
    time      timestamptz NOT NULL,
    UNIQUE (user_id, reason, reference)
  )`,
  sql`CREATE INDEX ON coin_statements (user_id, id)`,

  sql`CREATE FUNCTION keep_coin_statements() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_LEVEL = 'ROW' AND TG_OP = 'DELETE' AND OLD.user_id = current_setting('tyy.deleting_user', true) THEN
        RETURN OLD;
      END IF;
      RAISE EXCEPTION 'the coin ledger is append-only';
    END
  $$`,
  sql`CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON coin_statements
    FOR EACH ROW EXECUTE FUNCTION keep_coin_statements()`,
  sql`CREATE TRIGGER keep_all BEFORE TRUNCATE ON coin_statements
    FOR EACH STATEMENT EXECUTE FUNCTION keep_coin_statements()`,

  sql`CREATE TABLE jobs (
    generate_id     text PRIMARY KEY,
    train_id        text NOT NULL UNIQUE,
    position        integer GENERATED ALWAYS AS IDENTITY UNIQUE,
    user_id         text NOT NULL REFERENCES users ON DELETE CASCADE,
    template_id     integer NOT NULL,
    style_id        integer NOT NULL,
    photos          text[] NOT NULL,
    seed            integer NOT NULL,
    held            integer NOT NULL CHECK (held >= 0),
    idempotency_key text,
    status          smallint NOT NULL CHECK (status BETWEEN 1 AND 6),
    progress        smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    failures        smallint NOT NULL DEFAULT 0,
    refuse_reasons  jsonb,
    lease_until     timestamptz,
    create_time     timestamptz NOT NULL,
    start_time      timestamptz,
    end_time        timestamptz,
    UNIQUE (user_id, idempotency_key)
  )`,
  sql`CREATE INDEX ON jobs (user_id, position)`,
  sql`CREATE INDEX ON jobs (position) WHERE status IN (1, 2, 4)`,
  sql`CREATE INDEX ON jobs (end_time) WHERE status = 5`,

  sql`CREATE TABLE pics (
    pic_id      text PRIMARY KEY,
    generate_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
    user_id     text NOT NULL REFERENCES users ON DELETE CASCADE,
    position    smallint NOT NULL,
    key         text NOT NULL,
    width       integer NOT NULL,
    height      integer NOT NULL,
    UNIQUE (generate_id, position)
  )`,
  sql`CREATE INDEX ON pics (user_id)`,
];
