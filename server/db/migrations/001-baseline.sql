-- Users, their sessions and the coin ledger.

CREATE TABLE users (
  user_id         text PRIMARY KEY,
  login_type      text NOT NULL,
  login_name      text NOT NULL,
  nickname        text NOT NULL,
  avatar          text NOT NULL,
  coins           integer NOT NULL DEFAULT 0 CHECK (coins >= 0),
  vip_level       integer NOT NULL DEFAULT 0 CHECK (vip_level >= 0),
  vip_expire_time timestamptz,
  photos          text[] NOT NULL DEFAULT '{}',
  consent_version text NOT NULL DEFAULT '',
  support_until   timestamptz,
  create_time     timestamptz NOT NULL,
  UNIQUE (login_type, login_name)
);

CREATE TABLE tokens (
  hash        text PRIMARY KEY,
  user_id     text NOT NULL REFERENCES users ON DELETE CASCADE,
  expire_time timestamptz NOT NULL
);
CREATE INDEX ON tokens (user_id);
CREATE INDEX ON tokens (expire_time);

-- The unique key prevents repeated changes: a job's coins are held once and given back once, an order is credited once.
CREATE TABLE coin_statements (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id   text NOT NULL REFERENCES users ON DELETE CASCADE,
  change    integer NOT NULL,
  remaining integer NOT NULL CHECK (remaining >= 0),
  reason    text NOT NULL,
  reference text NOT NULL,
  time      timestamptz NOT NULL,
  UNIQUE (user_id, reason, reference)
);
CREATE INDEX ON coin_statements (user_id, id);
CREATE FUNCTION keep_coin_statements() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_LEVEL = 'ROW' AND TG_OP = 'DELETE' AND OLD.user_id = current_setting('tyy.deleting_user', true) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the coin ledger is append-only';
  END
$$;
CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON coin_statements
  FOR EACH ROW EXECUTE FUNCTION keep_coin_statements();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON coin_statements
  FOR EACH STATEMENT EXECUTE FUNCTION keep_coin_statements();

-- Jobs, their pics, and tables that refer to them.

CREATE TABLE jobs (
  generate_id     text PRIMARY KEY,
  train_id        text NOT NULL UNIQUE,
  position        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id         text NOT NULL REFERENCES users ON DELETE CASCADE,
  template_id     integer NOT NULL,
  style_id        integer NOT NULL,
  language        text NOT NULL DEFAULT '',
  photos          text[] NOT NULL,
  seed            integer NOT NULL,
  held            integer NOT NULL CHECK (held >= 0),
  redo_of         text,
  first_job       text,
  redo_number     smallint NOT NULL DEFAULT 0,
  paid            integer NOT NULL DEFAULT 0,
  remedied        boolean NOT NULL DEFAULT false,
  idempotency_key text,
  status          smallint NOT NULL CHECK (status BETWEEN 1 AND 6),
  progress        smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  failures        smallint NOT NULL DEFAULT 0,
  made_pics       jsonb NOT NULL DEFAULT '[]',
  refuse_reasons  jsonb,
  lease_until     timestamptz,
  lease_id           text,
  machine         text,
  attempts        smallint NOT NULL DEFAULT 0,
  create_time     timestamptz NOT NULL,
  start_time      timestamptz,
  end_time        timestamptz,
  UNIQUE (user_id, idempotency_key)
);
CREATE INDEX ON jobs (user_id, position);
CREATE INDEX ON jobs (position) WHERE status IN (1, 2, 4);
CREATE INDEX ON jobs (end_time) WHERE status = 5;

CREATE TABLE pics (
  pic_id      text PRIMARY KEY,
  generate_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
  user_id     text NOT NULL REFERENCES users ON DELETE CASCADE,
  position    smallint NOT NULL,
  key         text NOT NULL,
  width       integer NOT NULL,
  height      integer NOT NULL,
  review      text NOT NULL DEFAULT '' CHECK (review IN ('', 'hidden', 'cleared')),
  UNIQUE (generate_id, position)
);
CREATE INDEX ON pics (user_id);

CREATE TABLE share_cards (
  card_id     text PRIMARY KEY,
  pic_id      text NOT NULL UNIQUE REFERENCES pics ON DELETE CASCADE,
  create_time timestamptz NOT NULL
);

CREATE TABLE reports (
  report_id text PRIMARY KEY,
  pic_id    text NOT NULL REFERENCES pics ON DELETE CASCADE,
  reporter  text NOT NULL,
  reason    text NOT NULL,
  words     text NOT NULL,
  time      timestamptz NOT NULL,
  outcome   text NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'kept', 'hidden')),
  UNIQUE (pic_id, reporter)
);
CREATE INDEX ON reports (reporter, time);
CREATE INDEX ON reports (time) WHERE outcome = 'open';
CREATE INDEX ON reports (time) WHERE outcome != 'open';

CREATE TABLE push_requests (
  generate_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
  endpoint    text NOT NULL,
  p256dh      text NOT NULL,
  auth        text NOT NULL,
  session     text NOT NULL REFERENCES tokens ON DELETE CASCADE,
  language    text NOT NULL,
  create_time timestamptz NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  due_time    timestamptz NOT NULL,
  PRIMARY KEY (generate_id, endpoint)
);
CREATE INDEX ON push_requests (session);
CREATE INDEX ON push_requests (endpoint);
CREATE INDEX ON push_requests (create_time);

CREATE TABLE data_copies (
  user_id     text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_hash text NOT NULL UNIQUE,
  session     text NOT NULL,
  expire_time timestamptz NOT NULL
);
CREATE INDEX ON data_copies (expire_time);

-- Orders and payments. Amounts are in fen.

CREATE TABLE orders (
  order_id        text PRIMARY KEY,
  user_id         text NOT NULL REFERENCES users ON DELETE CASCADE,
  config_id       integer NOT NULL,
  product_id      text NOT NULL,
  amount          integer NOT NULL CHECK (amount > 0),
  status          text NOT NULL CHECK (status IN ('pending', 'paid', 'cancelled')),
  provider        text NOT NULL,
  receipt         text UNIQUE,
  create_time     timestamptz NOT NULL,
  paid_time       timestamptz,
  checked_time    timestamptz,
  check_failed    boolean NOT NULL DEFAULT false,
  returned_amount integer NOT NULL DEFAULT 0,
  missing_coins   integer NOT NULL DEFAULT 0,
  CHECK ((status = 'paid') = (receipt IS NOT NULL AND paid_time IS NOT NULL))
);
CREATE INDEX ON orders (user_id, create_time);
CREATE INDEX ON orders (create_time) WHERE status = 'pending';
CREATE INDEX ON orders (missing_coins) WHERE missing_coins > 0;

-- No reference to a user, because rows outlive the account. Refunds are negative amounts.
CREATE TABLE takings (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time     timestamptz NOT NULL,
  provider text NOT NULL,
  order_id text NOT NULL,
  amount   bigint NOT NULL,
  coins    integer NOT NULL,
  days     integer NOT NULL
);
CREATE INDEX ON takings (time);

-- No reference to an order, because the order of a parked payment may be deleted with the account.
CREATE TABLE parked_payments (
  receipt  text PRIMARY KEY,
  order_id text NOT NULL,
  amount   integer NOT NULL,
  currency text NOT NULL,
  problem  text NOT NULL,
  time     timestamptz NOT NULL,
  returned boolean NOT NULL DEFAULT false,
  provider text NOT NULL,
  credited boolean NOT NULL DEFAULT false
);
CREATE INDEX ON parked_payments (time) WHERE NOT returned AND NOT credited;

CREATE TABLE stripe_checkouts (
  order_id   text PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  session_id text NOT NULL UNIQUE,
  url        text NOT NULL
);

CREATE TABLE wechat_payers (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  openid  text NOT NULL
);

CREATE TABLE wechat_refunds (
  refund_id text PRIMARY KEY,
  order_id  text NOT NULL REFERENCES orders ON DELETE CASCADE,
  amount    integer NOT NULL
);
CREATE INDEX ON wechat_refunds (order_id);

CREATE TABLE google_purchases (
  token    text PRIMARY KEY,
  time     timestamptz NOT NULL,
  finished boolean NOT NULL DEFAULT false
);

CREATE TABLE store_subscriptions (
  provider        text NOT NULL,
  subscription_id text NOT NULL,
  user_id         text NOT NULL REFERENCES users ON DELETE CASCADE,
  receipt         text NOT NULL,
  until           timestamptz NOT NULL,
  renews          text,
  renewal_amount  bigint,
  renewal_currency text,
  PRIMARY KEY (provider, subscription_id)
);
CREATE INDEX ON store_subscriptions (user_id);
CREATE INDEX ON store_subscriptions (receipt);
CREATE INDEX ON store_subscriptions (until);

-- No reference to our own tables, because this table simulates the records of a payment provider.
CREATE TABLE sandbox_payments (
  receipt         text PRIMARY KEY,
  order_id        text UNIQUE,
  product_id      text NOT NULL,
  user_id         text,
  time            timestamptz NOT NULL,
  subscription_id text,
  until           timestamptz,
  is_shared       boolean NOT NULL DEFAULT false,
  returned        boolean NOT NULL DEFAULT false
);
CREATE INDEX ON sandbox_payments (user_id);

-- Rewarded ads.

CREATE TABLE ad_rewards (
  nonce   text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  time    timestamptz NOT NULL
);
CREATE INDEX ON ad_rewards (user_id, time);

CREATE TABLE ad_ids (
  id      text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  time    timestamptz NOT NULL
);
CREATE INDEX ON ad_ids (time);
CREATE INDEX ON ad_ids (user_id);

CREATE TABLE verified_ads (
  transaction_id text PRIMARY KEY,
  ad_id       text NOT NULL,
  user_id        text,
  time           timestamptz NOT NULL,
  rewarded        boolean NOT NULL DEFAULT false
);
CREATE INDEX ON verified_ads (ad_id);
CREATE INDEX ON verified_ads (time);

-- Templates.

CREATE TABLE own_templates (
  id       integer PRIMARY KEY,
  title    text NOT NULL,
  version  text NOT NULL,
  preview  bytea,
  drawn_as integer,
  technique     text
);

CREATE TABLE template_choices (
  template_id integer PRIMARY KEY,
  is_on       boolean NOT NULL DEFAULT true,
  place       integer NOT NULL DEFAULT 0
);

CREATE TABLE popular_templates (
  day          text PRIMARY KEY,
  template_ids integer[] NOT NULL
);

-- The object store: uploads in parts that are not complete yet, and pending erasures.

CREATE TABLE begun_uploads (
  upload_id   text PRIMARY KEY,
  owner       text NOT NULL,
  key         text NOT NULL,
  type        text NOT NULL,
  create_time timestamptz NOT NULL,
  used_time   timestamptz NOT NULL,
  frozen_time timestamptz
);
CREATE INDEX begun_uploads_of_owner ON begun_uploads (owner);
CREATE INDEX begun_uploads_by_age ON begun_uploads (create_time);

CREATE TABLE upload_parts (
  upload_id text NOT NULL REFERENCES begun_uploads ON DELETE CASCADE,
  number    integer NOT NULL,
  file      text NOT NULL,
  size      integer NOT NULL,
  etag      text NOT NULL,
  PRIMARY KEY (upload_id, number)
);

CREATE TABLE upload_counts (
  owner text PRIMARY KEY,
  day   text NOT NULL,
  files integer NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX ON upload_counts (day);

CREATE TABLE erasures (
  prefix text PRIMARY KEY,
  until  timestamptz NOT NULL
);

CREATE TABLE common_store (
  one  boolean PRIMARY KEY DEFAULT true CHECK (one),
  mark text NOT NULL
);

-- These rows outlive the account, so they contain keyed hashes instead of its id.

CREATE TABLE hash_keys (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO hash_keys (name, value)
  SELECT name, gen_random_uuid()::text || gen_random_uuid()::text FROM (VALUES ('gone-users'), ('reporters')) AS names (name);

CREATE TABLE gone_users (
  hash         text PRIMARY KEY,
  time         timestamptz NOT NULL,
  ads_that_day integer NOT NULL
);

CREATE TABLE day_counts (
  who   text NOT NULL,
  kind  text NOT NULL,
  day   text NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (who, kind, day)
);
CREATE INDEX ON day_counts (day);

-- The operator's desk. The audit has no reference to a user, because its rows outlive the account.

CREATE TABLE audit (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time    timestamptz NOT NULL,
  source  text NOT NULL CHECK (source IN ('desk', 'server', 'user')),
  done_by text NOT NULL,
  action  text NOT NULL,
  subject text NOT NULL,
  reason  text NOT NULL,
  before  jsonb NOT NULL,
  after   jsonb NOT NULL
);
CREATE INDEX ON audit (subject, id);
CREATE INDEX ON audit (time);
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit is append-only';
  END
$$;
CREATE TRIGGER keep_rows BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();

CREATE TABLE wechat_tickets (
  app_id        text PRIMARY KEY,
  ticket        text NOT NULL,
  expire_time   timestamptz NOT NULL,
  refresh_until timestamptz NOT NULL
);
