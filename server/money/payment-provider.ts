import type { Selectable, Transaction } from 'kysely';
import type { OrdersTable, Schema } from '../db/schema.ts';
import type { Language } from '../languages/languages.ts';

/** A payment that really took place. */
export interface Payment {
  receipt: string;
  /** The order that it was made for; null when the provider knows of products only, as app stores do. */
  orderId: string | null;
  productId: string;
}

/** How an order without a payment stands: it can be paid, its payment is on the way, or it can never be paid any more. */
export type Unpaid = 'open' | 'processing' | 'over';

/** The service that takes the money. */
export interface PaymentProvider {
  /**
   * What the native shell hands to the provider, and the page (an address, or a path of ours) where a browser can pay
   * and which leads back to `returnUrl`, in the user's language. Called again for the same order it returns the same.
   */
  begin(
    order: Selectable<OrdersTable>,
    returnUrl: string,
    language: Language,
  ): Promise<{ payment: string; payPage: string }>;
  /** The payment behind a receipt, or null when the receipt was made up. */
  confirm(receipt: string): Promise<Payment | null>;
  /** The payment of an order, also when the app never heard of it. */
  findPayment(orderId: string): Promise<Payment | Unpaid>;
  /**
   * Removes what ties payments to a user whose account is being deleted; returns what ends their unpaid orders at the
   * provider once that is committed.
   */
  removeUser(tx: Transaction<Schema>, userId: string): Promise<() => void>;
}
