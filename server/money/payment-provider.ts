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
  /** Null if the provider knows only the product and not the order, like app stores. */
  orderId: string | null;
  productId: string;
  /** The paying user. If no open order matches, a new order is created for this user. */
  userId?: string;
  /** Called after crediting, even if the payment was credited before. */
  onCredited?: () => Promise<void>;
  /** Set for products that an app store renews by itself. */
  subscription?: StoreSubscription;
}

/**
 * State of an order at its provider. `payPage`: the page of a payment that has begun (an address, or a path on our
 * origin), else null. `processing`: the payment is being processed. `over`: the order can no longer be paid.
 */
export type Standing =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'open'; payPage: string | null }
  | { kind: 'processing' | 'over' };

export interface PaymentRouteParts extends DbAndClock {
  config: { corsOrigins: string[] };
}

export interface PaymentProvider {
  /** Saved in each order of the provider, so it must never change. */
  readonly name: string;
  sells(product: RechargeConfig, channel: Channel): boolean;
  /**
   * Begins a payment. Returns `payment` for the native app and `payPage` for browsers: the address of a page in the
   * user's language (absolute, or a path on our origin), or null. The page later leads back to `returnUrl`.
   */
  begin(
    order: Stored<'orders'>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string | null }>;
  /** The payment of a receipt; null if the receipt is invalid or another provider's. */
  confirm(receipt: string): Promise<Payment | null>;
  /** Fetches an order's state, even if the app did not report a payment. Never begins a payment. */
  look(orderId: string): Promise<Standing>;
  /**
   * Deletes the data that links payments to a user whose account is being deleted. Call the returned function after the
   * commit: it ends the user's unpaid orders at the provider.
   */
  removeUser(tx: Tx, userId: string): Promise<() => void>;
  /** Finds payments and refunds that were not reported to us; called periodically. */
  catchUp?(parts: DbAndClock): Promise<void>;
  /** Adds routes outside of the API: for notifications and pages. */
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void>;
}
