import type { ColumnType, Generated } from 'kysely';

export interface SandboxPaymentsTable {
  receipt: string;
  order_id: string | null;
  product_id: string;
  user_id: string | null;
  time: Moment;
  /** For a subscription: the receipt of its first payment, and until when this payment covers it. */
  subscription_id: Generated<string | null>;
  until: Moment | null;
  /** True if the payer is another family member. */
  is_shared: Generated<boolean>;
  /** True if the payment was refunded. */
  returned: Generated<boolean>;
}

export interface StripeCheckoutsTable {
  order_id: string;
  session_id: string;
  url: string;
}

/** A subscription in an app store. `receipt` identifies its newest payment, which covers the time until `until`. */
export interface StoreSubscriptionsTable {
  provider: string;
  subscription_id: string;
  user_id: string;
  receipt: string;
  until: Moment;
  /** The `receipt` for which the store said that the plan renews at `until`; null if not renewed or not yet asked. */
  renews: Generated<string | null>;
  /** Price of the renewal in the currency's smallest unit; null if the store does not say it. */
  renewal_amount: Generated<number | null>;
  renewal_currency: Generated<string | null>;
}

/** A recent purchase. `finished`: our server has consumed or acknowledged it in Google Play. */
export interface GooglePurchasesTable {
  token: string;
  time: Moment;
  finished: Generated<boolean>;
}

/** A user's id in WeChat's official account. Payments in WeChat need it. */
export interface WechatPayersTable {
  user_id: string;
  openid: string;
}

/** A refund in WeChat. The amount is in fen. */
export interface WechatRefundsTable {
  refund_id: string;
  order_id: string;
  amount: number;
}

/** A watched ad that AdMob has confirmed. `ad_id` is the id that we issued before the ad. */
export interface VerifiedAdsTable {
  transaction_id: string;
  ad_id: string;
  user_id: string | null;
  time: Moment;
  rewarded: Generated<boolean>;
}

export interface AdIdsTable {
  id: string;
  user_id: string;
  time: Moment;
}

/** WeChat's ticket; empty at first. Until `refresh_until`, only one process may fetch a new one. */
export interface WechatTicketsTable {
  app_id: string;
  ticket: string;
  expire_time: Moment;
  refresh_until: Moment;
}

export type Moment = ColumnType<Date, Date, Date>;
