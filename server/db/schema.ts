import type { ColumnType, Generated } from 'kysely';
import type { AuditTable } from './audit-table.ts';
import type { Moment } from './moment.ts';
import type { CoinStatementsTable, ParkedPaymentsTable, TakingsTable } from './money-tables.ts';
import type { MadePic, PicsTable } from './pics-table.ts';
import type {
  AdIdsTable,
  GooglePurchasesTable,
  SandboxPaymentsTable,
  StoreSubscriptionsTable,
  StripeCheckoutsTable,
  VerifiedAdsTable,
  WechatPayersTable,
  WechatRefundsTable,
  WechatTicketsTable,
} from './provider-tables.ts';
import type { PushRequestsTable } from './push-requests-table.ts';
import type { StoreTables } from './store-tables.ts';

/** Titles and picture of each template that an owner ever added. */
interface OwnTemplatesTable {
  id: number;
  /** JSON: the title by the code of the language. */
  title: string;
  /** Changes when the preview does. */
  version: string;
  /** An encoded picture; null: it is drawn. */
  preview: Uint8Array | null;
  /** The built-in template that is drawn, and the hand that replaces its own. */
  drawn_as: number | null;
  hand: string | null;
}

/** The templates that most users have had pics made in, the first in most, as counted on a day (UTC, `YYYY-MM-DD`). */
interface PopularTemplatesTable {
  day: string;
  template_ids: number[];
}

/** What the operator chose for a template of the catalogue; without a row it is offered in its usual place, 0. */
interface TemplateChoicesTable {
  template_id: number;
  is_on: Generated<boolean>;
  /** The least comes first. */
  place: Generated<number>;
}

/** A pic that its user has made public; `card_id` is the secret part of its address. */
interface ShareCardsTable {
  card_id: string;
  pic_id: string;
  create_time: Moment;
}

/** A picture that somebody reported; gone with the picture. */
interface ReportsTable {
  /** The receipt number. */
  report_id: string;
  pic_id: string;
  /** A keyed hash of the account or the address that reported it. */
  reporter: string;
  reason: string;
  /** Empty, or a sentence of who reported it. */
  words: string;
  time: Moment;
  /** `kept`: the operator left the picture; `hidden`: the operator agreed. */
  outcome: Generated<'open' | 'kept' | 'hidden'>;
}

/** Where a user may fetch a copy of their data; `session` is the hash of the token that asked for it. */
interface DataCopiesTable {
  user_id: string;
  secret_hash: string;
  session: string;
  expire_time: Moment;
}

/** A user who signed in at least once; `photos` are the keys of the photos accepted last, the front one first. */
export interface UsersTable {
  user_id: string;
  login_type: string;
  login_name: string;
  nickname: string;
  avatar: string;
  coins: Generated<number>;
  vip_level: Generated<number>;
  vip_expire_time: Moment | null;
  photos: Generated<string[]>;
  /** What they have agreed to; empty: nothing, or nothing any more. */
  consent_version: Generated<string>;
  /** Until when they let support see their pictures; null or in the past: not. */
  support_until: Moment | null;
  create_time: Moment;
}

/** A session; only the hash of its token is known. */
export interface TokensTable {
  hash: string;
  user_id: string;
  expire_time: Moment;
}

/** One request for pics; `held` are the coins to give back when it fails. */
export interface JobsTable {
  generate_id: string;
  train_id: string;
  /** Counts up with every job: the order of the list and of the queue. */
  position: Generated<number>;
  user_id: string;
  template_id: number;
  style_id: number;
  /** Of the user who asked for it: the language of the label; empty for those from before it was noted. */
  language: Generated<string>;
  photos: string[];
  seed: number;
  held: number;
  /** Of a redo: the job whose pics were rejected, the first one of them all, its place (from 1), and the coins paid for that first one. */
  redo_of: Generated<string | null>;
  first_job: Generated<string | null>;
  redo_number: Generated<number>;
  paid: Generated<number>;
  /** Whether its pics were rejected, and made again or paid back. */
  remedied: Generated<boolean>;
  idempotency_key: string | null;
  status: number;
  progress: Generated<number>;
  failures: Generated<number>;
  /** The pics that were stored while others were being made, in their order. */
  made_pics: ColumnType<MadePic[], string | undefined, string>;
  refuse_reasons: ColumnType<RefuseReason[] | null, string | null | undefined, string>;
  lease_until: Moment | null;
  /** Names the piece of work that holds the lease. */
  claim: string | null;
  /** The machine where the lease was taken last; null where none was, or by an older version. */
  machine: string | null;
  /** How often work began that did not end in order: its process died. */
  attempts: Generated<number>;
  create_time: Moment;
  start_time: Moment | null;
  end_time: Moment | null;
}

/** What was wrong with the photo at an index. */
export interface RefuseReason {
  index: number;
  problems: string[];
}

/** An order; `amount` is in fen, `receipt` what the payment provider gave for it. */
export interface OrdersTable {
  order_id: string;
  user_id: string;
  config_id: number;
  product_id: string;
  amount: number;
  status: 'pending' | 'paid' | 'cancelled';
  /** The name of the payment provider. */
  provider: string;
  receipt: string | null;
  create_time: Moment;
  paid_time: Moment | null;
  /** Whether the payment provider could not tell of it when it was last queried. */
  check_failed: Generated<boolean>;
  /** When the payment provider was last queried about it. */
  checked_time: Moment | null;
  /** Fen that went back to the payer, by refunds and disputes. */
  returned_amount: Generated<number>;
  /** Coins that could not be taken back, because they were spent. */
  missing_coins: Generated<number>;
}

/** A rewarded ad; the nonce counts once. */
export interface AdRewardsTable {
  nonce: string;
  user_id: string;
  time: Moment;
}

/** One row: a mark of the store that the API uses, see `markOfStore`. */
export interface CommonStoreTable {
  one: Generated<boolean>;
  mark: string;
}

/** The keys of hashes that all processes must make alike. */
export interface HashKeysTable {
  name: string;
  value: string;
}

/** An account that was deleted: a keyed hash of the provider's id, when, and the ads rewarded on that day. */
export interface GoneUsersTable {
  hash: string;
  time: Moment;
  ads_that_day: number;
}

/** How much a user, by a keyed hash that outlives the account, had of something on a day (UTC, `YYYY-MM-DD`). */
export interface DayCountsTable {
  who: string;
  kind: string;
  day: string;
  count: number;
}

/** The tables, as kysely needs them. */
export interface Schema extends StoreTables {
  users: UsersTable;
  tokens: TokensTable;
  coin_statements: CoinStatementsTable;
  jobs: JobsTable;
  pics: PicsTable;
  orders: OrdersTable;
  ad_rewards: AdRewardsTable;
  sandbox_payments: SandboxPaymentsTable;
  wechat_tickets: WechatTicketsTable;
  wechat_payers: WechatPayersTable;
  wechat_refunds: WechatRefundsTable;
  stripe_checkouts: StripeCheckoutsTable;
  store_subscriptions: StoreSubscriptionsTable;
  google_purchases: GooglePurchasesTable;
  verified_ads: VerifiedAdsTable;
  ad_ids: AdIdsTable;
  own_templates: OwnTemplatesTable;
  parked_payments: ParkedPaymentsTable;
  common_store: CommonStoreTable;
  hash_keys: HashKeysTable;
  gone_users: GoneUsersTable;
  day_counts: DayCountsTable;
  share_cards: ShareCardsTable;
  data_copies: DataCopiesTable;
  reports: ReportsTable;
  push_requests: PushRequestsTable;
  takings: TakingsTable;
  audit: AuditTable;
  template_choices: TemplateChoicesTable;
  popular_templates: PopularTemplatesTable;
}
