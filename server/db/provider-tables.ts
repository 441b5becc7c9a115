import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** The books of the sandbox's payment provider. */
export interface SandboxPaymentsTable {
  receipt: string;
  order_id: string | null;
  product_id: string;
  user_id: string | null;
  time: Moment;
  /** Of a subscription of the simulator's store: the receipt of its first payment, and the end of what this one paid. */
  subscription_id: Generated<string | null>;
  until: Moment | null;
  /** Whether a relative pays for it. */
  is_shared: Generated<boolean>;
  /** Whether its money went back. */
  returned: Generated<boolean>;
}

/** Where an order can be paid at Stripe. */
export interface StripeCheckoutsTable {
  order_id: string;
  session_id: string;
  url: string;
}

/** A subscription of a phone's store; `receipt` is that of its newest payment, which lasts until `until`. */
export interface StoreSubscriptionsTable {
  provider: string;
  subscription_id: string;
  user_id: string;
  receipt: string;
  until: Moment;
}

/** A purchase in Google Play of the last days, and whether it was consumed or acknowledged there. */
export interface GooglePurchasesTable {
  token: string;
  time: Moment;
  finished: Generated<boolean>;
}

/** By which id WeChat knows who pays in the official account. */
export interface WechatPayersTable {
  user_id: string;
  openid: string;
}

/** A refund that WeChat Pay reported; the amount in fen. */
export interface WechatRefundsTable {
  refund_id: string;
  order_id: string;
  amount: number;
}

/** A watched ad that AdMob reported; `claim_id` is the id of the claim that it pays for. */
export interface VerifiedAdsTable {
  transaction_id: string;
  claim_id: string;
  user_id: string | null;
  time: Moment;
  claimed: Generated<boolean>;
}

/** An id that an ad was given before it was shown to a user. */
export interface AdIdsTable {
  id: string;
  user_id: string;
  time: Moment;
}

/** The ticket that signs pages for WeChat; empty until the first one came. Until `refresh_until` one process fetches the next. */
export interface WechatTicketsTable {
  app_id: string;
  ticket: string;
  expire_time: Moment;
  refresh_until: Moment;
}
