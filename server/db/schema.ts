import type { ColumnType, Generated, Selectable, Transaction } from 'kysely';
import type {
  AdIdsTable,
  GooglePurchasesTable,
  Moment,
  SandboxPaymentsTable,
  StoreSubscriptionsTable,
  StripeCheckoutsTable,
  VerifiedAdsTable,
  WechatPayersTable,
  WechatRefundsTable,
  WechatTicketsTable,
} from './provider-tables.ts';

/** Templates of the operator, including removed ones. */
interface OwnTemplatesTable {
  id: number;
  /** JSON: titles by language code. */
  title: string;
  /** Changes if the preview changes. */
  version: string;
  /** The preview as an encoded picture; null if the server draws previews. */
  preview: Uint8Array | null;
  /** The built-in template to draw, and the technique that replaces the built-in template's own. */
  drawn_as: number | null;
  technique: string | null;
}

/** The templates that most users made pics in, most popular first, as counted on `day` (UTC, `YYYY-MM-DD`). */
interface PopularTemplatesTable {
  day: string;
  template_ids: number[];
}

/** The operator's choice for a template. Without a row it is on, at place 0. */
interface TemplateChoicesTable {
  template_id: number;
  is_on: Generated<boolean>;
  /** The list of templates is sorted by this number, ascending. */
  place: Generated<number>;
}

/** A published pic; `card_id` is the secret part of its address. */
interface ShareCardsTable {
  card_id: string;
  pic_id: string;
  create_time: Moment;
}

/** A complaint about a picture; deleted with the picture. */
interface ReportsTable {
  report_id: string;
  pic_id: string;
  /** Keyed hash of the account or address that sent the complaint. */
  reporter: string;
  reason: string;
  /** The reporter's own words; may be empty. */
  words: string;
  time: Moment;
  /** `kept`: the operator left the picture visible. `hidden`: the operator agreed with the complaint. */
  outcome: Generated<'open' | 'kept' | 'hidden'>;
}

/** A link to a copy of the user's data; `session` is the hash of the token that requested it. */
interface DataCopiesTable {
  user_id: string;
  secret_hash: string;
  session: string;
  expire_time: Moment;
}

/** `photos`: storage keys of the photos that were accepted last; the front photo is the first. */
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
  /** Version of the consent that the user gave; empty if the user gave none or withdrew it. */
  consent_version: Generated<string>;
  /** The user allows support to see their pictures until this time. Not allowed if null or in the past. */
  support_until: Moment | null;
  create_time: Moment;
}

/** A session; only the hash of its token is stored. */
export interface TokensTable {
  hash: string;
  user_id: string;
  expire_time: Moment;
}

/** A request for pics; `held` coins are given back if it fails. */
export interface JobsTable {
  generate_id: string;
  train_id: string;
  /** The list of jobs and the queue are sorted by this number, ascending. */
  position: Generated<number>;
  user_id: string;
  template_id: number;
  style_id: number;
  /** The user's language, for the label on pics. Empty in rows of old versions. */
  language: Generated<string>;
  photos: string[];
  seed: number;
  held: number;
  /**
   * Set for a redo: the job whose pics were rejected, the first job of the chain of redos, the redo's number in the
   * chain (from 1), and the coins paid for the first job.
   */
  redo_of: Generated<string | null>;
  first_job: Generated<string | null>;
  redo_number: Generated<number>;
  paid: Generated<number>;
  /** True after the user rejected the pics and got a redo or the coins back. */
  remedied: Generated<boolean>;
  idempotency_key: string | null;
  status: number;
  progress: Generated<number>;
  failures: Generated<number>;
  /** Pics stored so far, in their order. */
  made_pics: ColumnType<MadePic[], string | undefined, string>;
  refuse_reasons: ColumnType<RefuseReason[] | null, string | null | undefined, string>;
  lease_until: Moment | null;
  lease_id: string | null;
  /** The machine that last leased the job; null if no machine did, or if an older version of the server did. */
  machine: string | null;
  /** Number of processes that died while they worked on the job. */
  attempts: Generated<number>;
  create_time: Moment;
  start_time: Moment | null;
  end_time: Moment | null;
}

/** Problems of the photo at `index` in the job's photos. */
export interface RefuseReason {
  index: number;
  problems: string[];
}

/** `amount` is in fen; `receipt` is the payment provider's id of the payment. */
export interface OrdersTable {
  order_id: string;
  user_id: string;
  config_id: number;
  product_id: string;
  amount: number;
  status: 'pending' | 'paid' | 'cancelled';
  provider: string;
  receipt: string | null;
  create_time: Moment;
  paid_time: Moment | null;
  /** True if the last query of the payment provider failed. */
  check_failed: Generated<boolean>;
  /** Time of the last query of the payment provider. */
  checked_time: Moment | null;
  /** Fen that the payer got back by refunds and disputes. */
  returned_amount: Generated<number>;
  /** Coins that could not be taken back after a refund, because the user had spent them. */
  missing_coins: Generated<number>;
}

/** A reward for a watched ad; each nonce is rewarded once. */
export interface AdRewardsTable {
  nonce: string;
  user_id: string;
  time: Moment;
}

/** Has one row: the mark of the store that the API uses, see `markOfStore`. */
export interface CommonStoreTable {
  one: Generated<boolean>;
  mark: string;
}

/** Keys of the hashes. In the database, so that all processes use the same keys. */
export interface HashKeysTable {
  name: string;
  value: string;
}

/** A deleted account: keyed hash of the provider's id, time of deletion, and the ads rewarded on that day. */
export interface GoneUsersTable {
  hash: string;
  time: Moment;
  ads_that_day: number;
}

/** A user's counts per day (UTC, `YYYY-MM-DD`), under a keyed hash that stays after the account is deleted. */
export interface DayCountsTable {
  who: string;
  kind: string;
  day: string;
  count: number;
}

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

export type Stored<Table extends keyof Schema> = Selectable<Schema[Table]>;

export type Tx = Transaction<Schema>;

/** The fields that changed, as JSON. */
type State = ColumnType<Record<string, unknown>, string, never>;

/** A change to an account, to money or to the catalogue. Rows are only added, never changed. */
export interface AuditTable {
  id: Generated<number>;
  time: Moment;
  /** `desk`: an operator's command made the change. `server`: the server itself. `user`: a user in the app. */
  source: 'desk' | 'server' | 'user';
  /** The operator's name, the server's task, or the user's id. */
  done_by: string;
  action: string;
  /** The id of the user or the receipt of the payment that changed. */
  subject: string;
  reason: string;
  before: State;
  after: State;
}

/** A stored pic; sizes in pixels. */
export interface MadePic {
  width: number;
  height: number;
}

export interface PicsTable {
  pic_id: string;
  generate_id: string;
  user_id: string;
  position: number;
  key: string;
  width: number;
  height: number;
  /** `hidden`: hidden from others after complaints. `cleared`: the operator looked at the pic and left it visible. */
  review: Generated<'' | 'hidden' | 'cleared'>;
}

/** A device to notify when a job ends. Deleted with the job, and with the session that requested the notification. */
export interface PushRequestsTable {
  generate_id: string;
  endpoint: string;
  /** Keys that encrypt messages to the device, in base64url. */
  p256dh: string;
  auth: string;
  session: string;
  language: string;
  create_time: Moment;
  /** Number of attempts so far, and the time of the next attempt. */
  tries: Generated<number>;
  due_time: Moment;
}

/** Money from a payment, or a refund (negative). Rows stay after the account is deleted. */
interface TakingsTable {
  id: Generated<number>;
  time: Moment;
  provider: string;
  order_id: string;
  /** In fen. */
  amount: number;
  /** Coins and VIP days that the user got or lost. */
  coins: number;
  days: number;
}

/** `returned`: the payer got the money back. `credited`: the operator gave the user the paid product. */
interface ParkedPaymentsTable {
  receipt: string;
  provider: string;
  order_id: string;
  amount: number;
  currency: string;
  problem: string;
  time: Moment;
  returned: Generated<boolean>;
  credited: Generated<boolean>;
}

/** The ledger of coins. Rows never change and are deleted only with the account. */
interface CoinStatementsTable {
  id: Generated<number>;
  user_id: string;
  change: number;
  remaining: number;
  reason: string;
  reference: string;
  time: Moment;
}

/** An incomplete multipart upload; `owner` is a hash of the key prefix that the uploader may write. */
interface BegunUploadsTable {
  upload_id: string;
  owner: string;
  key: string;
  type: string;
  create_time: Moment;
  /** Time when the upload began or its last part arrived. */
  used_time: Moment;
  /** Set while the parts are being joined; they must not change then. */
  frozen_time: Moment | null;
}

interface UploadPartsTable {
  upload_id: string;
  number: number;
  file: string;
  size: number;
  etag: string;
}

/** Files and bytes that an uploader sent on the last day with uploads (UTC, `YYYY-MM-DD`). */
interface UploadCountsTable {
  owner: string;
  day: string;
  files: number;
  bytes: number;
}

/** A pending erasure in the object store: deletes everything below `prefix` that was stored up to `until`. */
interface ErasuresTable {
  prefix: string;
  until: Moment;
}

interface StoreTables {
  begun_uploads: BegunUploadsTable;
  upload_parts: UploadPartsTable;
  upload_counts: UploadCountsTable;
  erasures: ErasuresTable;
}
