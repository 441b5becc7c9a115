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

/** The operator's own templates, including removed ones. */
interface OwnTemplatesTable {
  id: number;
  title: string;
  version: string;
  /** The preview as an encoded picture; null if the server draws the preview. */
  preview: Uint8Array | null;
  /** Id of the built-in template that is drawn instead, and the technique that replaces that template's own. */
  drawn_as: number | null;
  technique: string | null;
}

/** The templates whose pics the most users made, in this order. Counted on `day` (UTC, `YYYY-MM-DD`). */
interface PopularTemplatesTable {
  day: string;
  template_ids: number[];
}

/** The operator's settings for a template. A template without a row is offered, at place 0. */
interface TemplateChoicesTable {
  template_id: number;
  is_on: Generated<boolean>;
  /** Sort key of the template list, ascending. */
  place: Generated<number>;
}

/** A published pic. `card_id` is the secret part of its public address. */
interface ShareCardsTable {
  card_id: string;
  pic_id: string;
  create_time: Moment;
}

/** A complaint about a picture. Deleted together with the picture. */
interface ReportsTable {
  report_id: string;
  pic_id: string;
  reporter: string;
  reason: string;
  words: string;
  time: Moment;
  /** `kept`: the operator rejected the complaint. `hidden`: the operator agreed and hid the picture. */
  outcome: Generated<'open' | 'kept' | 'hidden'>;
}

/** A download link for a copy of the user's data. `session` is the hash of the token that requested the link. */
interface DataCopiesTable {
  user_id: string;
  secret_hash: string;
  session: string;
  expire_time: Moment;
}

/** `photos`: store keys of the most recently accepted photos, front photo first. */
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
  consent_version: Generated<string>;
  /** Until when the user allows support to see their pictures. Null or a past time: not allowed. */
  support_until: Moment | null;
  create_time: Moment;
}

export interface TokensTable {
  hash: string;
  user_id: string;
  expire_time: Moment;
}

/** A request for pics. If it ends without pics, the user gets the `held` coins back. */
export interface JobsTable {
  generate_id: string;
  train_id: string;
  /** Sort key: ascending in the queue, descending in the user's list of jobs. */
  position: Generated<number>;
  user_id: string;
  template_id: number;
  style_id: number;
  /** The user's language, used for the label on pics. Empty in rows from old versions. */
  language: Generated<string>;
  photos: string[];
  seed: number;
  held: number;
  /** Only for redos: the rejected job, the chain's first job, the number in the chain, its price in coins. */
  redo_of: Generated<string | null>;
  first_job: Generated<string | null>;
  redo_number: Generated<number>;
  paid: Generated<number>;
  /** True if the user rejected the pics and has got a redo or the coins back. */
  remedied: Generated<boolean>;
  idempotency_key: string | null;
  status: number;
  progress: Generated<number>;
  failures: Generated<number>;
  made_pics: ColumnType<MadePic[], string | undefined, string>;
  refuse_reasons: ColumnType<RefuseReason[] | null, string | null | undefined, string>;
  lease_until: Moment | null;
  lease_id: string | null;
  /** The machine that last leased the job. Null if no machine has, or if an older server version did. */
  machine: string | null;
  /** Number of processes that died while working on the job, plus the one that works on it now. */
  attempts: Generated<number>;
  create_time: Moment;
  start_time: Moment | null;
  end_time: Moment | null;
}

/** Problems of a photo. `index` is its position in the job's photos. */
export interface RefuseReason {
  index: number;
  problems: string[];
}

/** `amount` is in fen; `receipt` is the payment's id at the provider. */
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
  /** True if the last request to the payment provider about this order failed. */
  check_failed: Generated<boolean>;
  checked_time: Moment | null;
  /** Amount that the payer got back through refunds and disputes, in fen. */
  returned_amount: Generated<number>;
  /** Coins that could not be taken back after a refund because the user had already spent them. */
  missing_coins: Generated<number>;
}

/** A reward for watching an ad. Each nonce is rewarded only once. */
export interface AdRewardsTable {
  nonce: string;
  user_id: string;
  time: Moment;
}

/** Has exactly one row, which identifies the store that the API uses, see `markOfStore`. */
export interface CommonStoreTable {
  one: Generated<boolean>;
  mark: string;
}

/** Keys for keyed hashes. They are in the database so that all processes use the same keys. */
export interface HashKeysTable {
  name: string;
  value: string;
}

/** A deleted account: a keyed hash of its sign-in, its end, and the number of ads rewarded that day. */
export interface GoneUsersTable {
  hash: string;
  time: Moment;
  ads_that_day: number;
}

/** Counts per `day`: a UTC day, or its hour or minute (ISO 8601). `who`: a hash, e.g. of a sign-in (`identityHash`). */
export interface DayCountsTable {
  who: string;
  kind: string;
  day: string;
  count: number;
}

export interface Schema {
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
  begun_uploads: BegunUploadsTable;
  upload_parts: UploadPartsTable;
  upload_counts: UploadCountsTable;
  erasures: ErasuresTable;
}

export type Stored<Table extends keyof Schema> = Selectable<Schema[Table]>;

export type Tx = Transaction<Schema>;

type State = ColumnType<Record<string, unknown>, string, never>;

/** A change to an account, to money or to the catalogue. Rows are added but never changed. */
export interface AuditTable {
  id: Generated<number>;
  time: Moment;
  /** `desk`: an operator's command; `server`: the server itself; `user`: a user in the app. */
  source: 'desk' | 'server' | 'user';
  /** The operator's name, the server's task, or the user's id. */
  done_by: string;
  action: string;
  /** Id of the changed user, receipt of the changed payment, or `template` and its id. */
  subject: string;
  reason: string;
  before: State;
  after: State;
}

/** A stored pic. Sizes are in pixels. */
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
  /** `hidden`: hidden from others after complaints. `cleared`: reviewed by the operator and visible. */
  review: Generated<'' | 'hidden' | 'cleared'>;
}

/** A device that wants a notification when a job ends. Deleted with the job, and with the session that requested it. */
export interface PushRequestsTable {
  generate_id: string;
  endpoint: string;
  /** Keys from the device, in base64url. They encrypt the messages to it. */
  p256dh: string;
  auth: string;
  session: string;
  language: string;
  create_time: Moment;
  /** Number of attempts so far, and when the next one is due. */
  tries: Generated<number>;
  due_time: Moment;
}

/** Money received by a payment, or paid back by a refund (negative). Rows stay after the account is deleted. */
interface TakingsTable {
  id: Generated<number>;
  time: Moment;
  provider: string;
  order_id: string;
  /** In fen. */
  amount: number;
  /** Coins and VIP days that the user received, or lost by a refund. */
  coins: number;
  days: number;
}

/**
 * A payment that could not be credited, or a refund of one. `returned`: refunded; false again if the refund fails.
 * `credited`: later, by the operator's command or because the buyer restored the subscription.
 */
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

/** The ledger of coins. Rows never change; they are deleted only together with the account. */
interface CoinStatementsTable {
  id: Generated<number>;
  user_id: string;
  change: number;
  remaining: number;
  reason: string;
  reference: string;
  time: Moment;
}

/** An unfinished multipart upload. `owner` is a hash of the key prefix that the uploader may write. */
interface BegunUploadsTable {
  upload_id: string;
  owner: string;
  key: string;
  type: string;
  create_time: Moment;
  used_time: Moment;
  /** Set while the server joins the parts. The parts must not change then. */
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

/** A pending erasure in the object store, of a key or of all below a prefix with `/`, if stored until `until`. */
interface ErasuresTable {
  prefix: string;
  until: Moment;
}
