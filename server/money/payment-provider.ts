import type { Selectable, Transaction } from 'kysely';
import type { OrdersTable, Schema } from '../db/schema.ts';

/** A payment that really took place. */
export interface Payment {
  receipt: string;
  /** The order that it was made for; null when the provider knows of products only, as app stores do. */
  orderId: string | null;
  productId: string;
}

/** The service that takes the money. */
export interface PaymentProvider {
  /**
   * What the native shell hands to the provider, and the page (an address, or a path of ours) where a browser can pay
   * and which leads back to `returnUrl`. Called again for the same order it returns the same.
   */
  begin(order: Selectable<OrdersTable>, returnUrl: string): Promise<{ payment: string; payPage: string }>;
  /** The payment behind a receipt, or null when the receipt was made up. */
  confirm(receipt: string): Promise<Payment | null>;
  /** The payment of an order, if there is one, also when the app never heard of it. */
  findPayment(orderId: string): Promise<Payment | null>;
  /** Removes what ties payments to a user whose account is being deleted. */
  removeUser(tx: Transaction<Schema>, userId: string): Promise<void>;
}
