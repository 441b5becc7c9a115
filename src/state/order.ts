import { proxy, type Snapshot } from 'valtio';
import {
  address,
  number,
  numberOrText,
  object,
  oneOf,
  optional,
  type Parsed,
  string,
  unixTime,
} from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';

/** The part of an order that the app needs until the order has ended. The server has the rest. */
const orderParser = object({
  orderId: numberOrText,
  kind: optional(oneOf('coins', 'subscriptions'), 'coins' as const),
  /** Product details to show; amounts are in yuan. Empty or 0 if the order was made elsewhere. */
  title: optional(string, ''),
  coins: optional(number, 0),
  payAmount: optional(number, 0),
  storePrice: optional(string, null),
  /** The subscription's id in the phone's app store. */
  productId: optional(string, ''),
  /** The payment channel of the order; null if the API has no channels. */
  channel: optional(string, null),
  payment: optional(string, ''),
  payUrl: optional(address, null),
  /**
   * Time at which the app store, the payment sheet or the cashier page opened, in Unix seconds. The user may have paid
   * since then. Null if none of them was opened, or if it certainly closed without a payment.
   */
  started: optional(unixTime, null),
  /** The payment provider's receipt; null until the user has paid. */
  receipt: optional(string, null),
});

export type SavedOrder = Parsed<typeof orderParser>;

const savedOrder = saved('tyy.order', orderParser);

/**
 * 'unfinished': not paid, as far as the app knows. 'confirming': the app is asking the phone or the server. 'unsure':
 * may be paid. 'refused': the server rejects the receipt. 'done': the server says that the order is paid.
 */
export type PaymentStatus = 'none' | 'unfinished' | 'confirming' | 'unsure' | 'refused' | 'done';

interface Payment {
  order: SavedOrder | null;
  status: PaymentStatus;
}

const empty = (): Payment => ({ order: null, status: 'none' });

const state = proxy<Payment>(empty());

export const payment: Snapshot<Payment> = state;

export function setPaymentStatus(status: PaymentStatus): void {
  state.status = status;
}

/** Saves an order, so that it survives the cashier page and a restart of the app. */
export async function saveOrder(order: SavedOrder, status: PaymentStatus): Promise<void> {
  Object.assign(state, { order, status });
  await savedOrder.write(order);
}

/** Loads the order of an earlier visit; null if there is none. */
export async function loadOrder(): Promise<SavedOrder | null> {
  state.order ??= await savedOrder.read();
  return state.order;
}

/** Removes the order from memory and from storage. */
export async function clearOrder(): Promise<void> {
  resetPayment();
  await savedOrder.remove();
}

/** Removes the order from memory only. */
export function resetPayment(): void {
  Object.assign(state, empty());
}
