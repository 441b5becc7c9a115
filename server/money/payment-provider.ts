import type { Selectable, Transaction } from 'kysely';
import type { Channel } from '../contract/money.ts';
import type { Database } from '../db/database.ts';
import type { OrdersTable, Schema } from '../db/schema.ts';
import type { ApiApp } from '../http/api-app.ts';
import type { Language } from '../languages/languages.ts';
import type { RechargeConfig } from './recharge-configs.ts';
import type { StoreSubscription } from './store-subscriptions.ts';

/** A payment that really took place. */
export interface Payment {
  /** The name of the provider that took it. */
  provider: string;
  receipt: string;
  /** The order that it was made for; null when the provider knows of products only, as app stores do. */
  orderId: string | null;
  productId: string;
  /** Whose it is where no open order says so: it gets an order of its own. */
  userId?: string;
  /** Called once it was credited, also when that was before. */
  onCredited?: () => Promise<void>;
  /** What a phone's store renews by itself. */
  subscription?: StoreSubscription;
}

/**
 * How an order stands at its provider: paid; still to be paid, at a page where that is begun already (an address, or a
 * path of ours); with a payment on the way; or never to be paid any more.
 */
export type Standing =
  | { kind: 'paid'; payment: Payment }
  | { kind: 'open'; payPage: string | null }
  | { kind: 'processing' | 'over' };

/** What settling a payment needs. */
export interface SettleParts {
  db: Database;
  clock: () => number;
}

/** What the routes of a provider need. */
export interface PaymentRouteParts extends SettleParts {
  config: { corsOrigins: string[] };
}

/** A service that takes money, as a whole. */
export interface PaymentProvider {
  /** Stands in each of its orders, for ever. */
  readonly name: string;
  /** Whether a product can be paid through a channel. */
  sells(product: RechargeConfig, channel: Channel): boolean;
  /**
   * Begins the payment of an order: what the host hands to the provider, and the page (an address, or a path of ours; null
   * where there is none) where a browser can pay and which leads back to `returnUrl`, in the user's language.
   */
  begin(
    order: Selectable<OrdersTable>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string | null }>;
  /** The payment behind a receipt, or null when the receipt was made up or is another provider's. */
  confirm(receipt: string): Promise<Payment | null>;
  /** How an order stands, even if the app never heard of its payment. Never begins one. */
  look(orderId: string): Promise<Standing>;
  /**
   * Removes what ties payments to a user whose account is being deleted; returns what ends their unpaid orders at the
   * provider once that is committed.
   */
  removeUser(tx: Transaction<Schema>, userId: string): Promise<() => void>;
  /** Looks for what was not reported, from time to time. */
  catchUp?(parts: SettleParts): Promise<void>;
  /** Its own addresses outside of the API: notifications, pages. */
  routes(app: ApiApp, parts: PaymentRouteParts): Promise<void>;
}
