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
  /** Null if the provider knows only products, as app stores do. */
  orderId: string | null;
  productId: string;
  /** Owner if no open order matches; a new order is then created. */
  userId?: string;
  /** Called after crediting, also if the payment was credited before. */
  onCredited?: () => Promise<void>;
  /** For products that an app store renews by itself. */
  subscription?: StoreSubscription;
}

/**
 * State of an order at its provider. `payPage`: address, or path of ours, of a payment that has begun, else null.
 * `processing`: payment is under way; `over`: it can no longer be paid.
 */
export type Standing =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'open'; payPage: string | null }
  | { kind: 'processing' | 'over' };

export interface PaymentRouteParts extends DbAndClock {
  config: { corsOrigins: string[] };
}

export interface PaymentProvider {
  /** Saved in each of its orders: never change it. */
  readonly name: string;
  sells(product: RechargeConfig, channel: Channel): boolean;
  /**
   * Begins a payment. `payment` is for the native host; `payPage` is the page for browsers (an address, a path of ours,
   * or null), in the user's language; it returns to `returnUrl`.
   */
  begin(
    order: Stored<'orders'>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string | null }>;
  /** Null if the receipt is invalid or another provider's. */
  confirm(receipt: string): Promise<Payment | null>;
  /** Also works if the app did not report the payment. Never begins a payment. */
  look(orderId: string): Promise<Standing>;
  /**
   * Deletes what links payments to a user whose account is being deleted. Call the returned function after the commit:
   * it ends the user's unpaid orders at the provider.
   */
  removeUser(tx: Tx, userId: string): Promise<() => void>;
  /** Looks for payments that were not reported; called periodically. */
  catchUp?(parts: DbAndClock): Promise<void>;
  /** Routes outside of the API: notifications and pages. */
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void>;
}
