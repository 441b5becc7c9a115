import type { Channel } from '../contract/money.ts';
import type { DbAndClock } from '../db/database.ts';
import type { Stored, Tx } from '../db/schema.ts';
import type { ApiApp } from '../http/api-app.ts';
import type { Language } from '../languages/languages.ts';
import type { RechargeConfig } from './recharge-configs.ts';
import type { StoreSubscription } from './store-subscriptions.ts';

export interface Payment {
  provider: string;
  receipt: string;
  /** Null if the provider knows only the product and not the order, as app stores do. */
  orderId: string | null;
  productId: string;
  /** The paying user, who gets a new order if no open order matches. */
  userId?: string;
  /** Called after crediting, also if the payment was credited before. */
  onCredited?: () => Promise<void>;
  /** Set for products that renew automatically in an app store. */
  subscription?: StoreSubscription;
}

/**
 * An order's state at its provider. `payPage`: page of a payment that has begun (an address, or a path on our origin),
 * else null. `processing`: the payment is being processed. `over`: the order can no longer be paid.
 */
export type Standing =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'open'; payPage: string | null }
  | { kind: 'processing' | 'over' };

export interface PaymentRouteParts extends DbAndClock {
  config: { corsOrigins: string[] };
}

export interface PaymentProvider {
  /** Stored with the provider's orders, so it must never change. */
  readonly name: string;
  sells(product: RechargeConfig, channel: Channel): boolean;
  /**
   * Begins a payment. Returns `payment` for the native app. For browsers, returns `payPage`: a page in the user's
   * language (an absolute address, or a path on our origin), or null. That page later leads back to `returnUrl`.
   */
  begin(
    order: Stored<'orders'>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string | null }>;
  /** Returns the receipt's payment; null if the receipt is invalid or belongs to another provider. */
  confirm(receipt: string): Promise<Payment | null>;
  /** Fetches an order's state, e.g. if the app never reported the payment. Never begins a payment. */
  look(orderId: string): Promise<Standing>;
  /**
   * Deletes data that links payments to a user whose account is being deleted. Call the returned function after the
   * commit; it closes the user's unpaid orders at the provider.
   */
  removeUser(tx: Tx, userId: string): Promise<() => void>;
  /** Finds payments and refunds that were never reported to us. Called periodically. */
  catchUp?(parts: DbAndClock): Promise<void>;
  /** Adds notification routes and payment pages, which are outside the API. */
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void>;
}
