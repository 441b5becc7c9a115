import { proxy, type Snapshot } from 'valtio';
import {
  address,
  number,
  numberOrText,
  object,
  oneOf,
  optional,
  string,
  unixTime,
} from '../platform/parse.ts';
import { saved } from '../platform/storage/saved.ts';
import type { WireId } from './is-same-id.ts';

/** What the app remembers of an order until its end is known; the server knows everything else. */
export interface SavedOrder {
  orderId: WireId;
  kind: 'coins' | 'subscriptions';
  /** What is bought, for the user to recognise it; amounts in yuan. Empty and 0 when it was ordered elsewhere. */
  title: string;
  coins: number;
  payAmount: number;
  storePrice: string | null;
  /** The name of a subscription in the phone's store. */
  productId: string;
  /** The channel that it was ordered through; null where the API knows of none. */
  channel: string | null;
  payment: string;
  payUrl: string | null;
  /**
   * When the store, the phone's payment sheet or the cashier page was opened, Unix seconds: from then on it may be paid.
   * Null: not yet, or it is known to have ended without a payment.
   */
  started: number | null;
  /** What the payment provider gave; null before it is paid. */
  receipt: string | null;
}

const savedOrder = saved(
  'tyy.order',
  object<SavedOrder>({
    orderId: numberOrText,
    kind: optional(oneOf('coins', 'subscriptions'), 'coins'),
    title: optional(string, ''),
    coins: optional(number, 0),
    payAmount: optional(number, 0),
    storePrice: optional(string, null),
    productId: optional(string, ''),
    channel: optional(string, null),
    payment: optional(string, ''),
    payUrl: optional(address, null),
    started: optional(unixTime, null),
    receipt: optional(string, null),
  }),
);

/**
 * Where the payment of the saved order stands. 'unfinished': open, as far as those know who were asked; 'confirming':
 * they are asked; 'unsure': it may be paid, nobody knows yet; 'refused': the server rejects the receipt; 'done': the
 * server says paid.
 */
export type PaymentStatus = 'none' | 'unfinished' | 'confirming' | 'unsure' | 'refused' | 'done';

interface Payment {
  order: SavedOrder | null;
  status: PaymentStatus;
}

function empty(): Payment {
  return { order: null, status: 'none' };
}

const state = proxy<Payment>(empty());

/** The order that is being paid. */
export const payment: Snapshot<Payment> = state;

/** Notes where the payment stands now. */
export function setPaymentStatus(status: PaymentStatus): void {
  state.status = status;
}

/** Saves an order so that it survives the cashier page and a closed app. */
export async function saveOrder(order: SavedOrder, status: PaymentStatus): Promise<void> {
  Object.assign(state, { order, status });
  await savedOrder.write(order);
}

/** Reads the order that an earlier visit left. */
export async function loadOrder(): Promise<SavedOrder | null> {
  state.order ??= await savedOrder.read();
  return state.order;
}

/** Clears the order for good. */
export async function clearOrder(): Promise<void> {
  resetPayment();
  await savedOrder.remove();
}

/** Starts again as if nothing was ever bought. */
export function resetPayment(): void {
  Object.assign(state, empty());
}
