import type { ColumnType, Generated } from 'kysely';

/** The sandbox plays a payment provider; these are its books. */
export interface SandboxPaymentsTable {
  receipt: string;
  order_id: string | null;
  product_id: string;
  user_id: string | null;
  time: Moment;
  /** Of a subscription: the receipt of its first payment, and the end of the time that this payment covers. */
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

/** A subscription in an app store. `receipt`: of its newest payment, which covers the time until `until`. */
export interface StoreSubscriptionsTable {
  provider: string;
  subscription_id: string;
  user_id: string;
  receipt: string;
  until: Moment;
}

/** A recent purchase. `finished`: it was consumed or acknowledged in Google Play. */
export interface GooglePurchasesTable {
  token: string;
  time: Moment;
  finished: Generated<boolean>;
}

/** The openid by which WeChat's official account knows a paying user. */
export interface WechatPayersTable {
  user_id: string;
  openid: string;
}

/** Amount in fen. */
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

/** An ad id that was issued to a user before showing an ad. */
export interface AdIdsTable {
  id: string;
  user_id: string;
  time: Moment;
}

/** Signs pages for WeChat; empty before the first fetch. Until `refresh_until` one process fetches the next ticket. */
export interface WechatTicketsTable {
  app_id: string;
  ticket: string;
  expire_time: Moment;
  refresh_until: Moment;
}

export type Moment = ColumnType<Date, Date, Date>;
