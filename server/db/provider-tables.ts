import type { ColumnType, Generated } from 'kysely';

/** Payments in the sandbox, which plays a payment provider. */
export interface SandboxPaymentsTable {
  receipt: string;
  order_id: string | null;
  product_id: string;
  user_id: string | null;
  time: Moment;
  /** For a subscription: the receipt of its first payment, and the end of the time that this payment covers. */
  subscription_id: Generated<string | null>;
  until: Moment | null;
  /** True if a family member pays. */
  is_shared: Generated<boolean>;
  /** True after a refund. */
  returned: Generated<boolean>;
}

export interface StripeCheckoutsTable {
  order_id: string;
  session_id: string;
  url: string;
}

/** A subscription in an app store. `receipt` is of its newest payment, which covers the time until `until`. */
export interface StoreSubscriptionsTable {
  provider: string;
  subscription_id: string;
  user_id: string;
  receipt: string;
  until: Moment;
}

/** A recent purchase. `finished` is true after the server consumed or acknowledged it in Google Play. */
export interface GooglePurchasesTable {
  token: string;
  time: Moment;
  finished: Generated<boolean>;
}

/** The id that WeChat's official account has for a user; payments in WeChat need it. */
export interface WechatPayersTable {
  user_id: string;
  openid: string;
}

/** A refund in WeChat; the amount is in fen. */
export interface WechatRefundsTable {
  refund_id: string;
  order_id: string;
  amount: number;
}

/** A watched ad that AdMob confirmed; `ad_id` is the ad id that we issued for it. */
export interface VerifiedAdsTable {
  transaction_id: string;
  ad_id: string;
  user_id: string | null;
  time: Moment;
  rewarded: Generated<boolean>;
}

/** An ad id that we issued to a user before the app showed the ad. */
export interface AdIdsTable {
  id: string;
  user_id: string;
  time: Moment;
}

/** WeChat's ticket, which signs pages; empty before the first fetch. Until `refresh_until` one process fetches it. */
export interface WechatTicketsTable {
  app_id: string;
  ticket: string;
  expire_time: Moment;
  refresh_until: Moment;
}

export type Moment = ColumnType<Date, Date, Date>;
