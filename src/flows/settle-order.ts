import { creditPaidOrders, getOrderStatus, type OrderStatus, paySuccess } from '../api/billing.ts';
import { ApiError, codes } from '../api/errors.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { BridgeError } from '../platform/bridge/bridge-error.ts';
import { clearOrder, payment, type SavedOrder, saveOrder, setPaymentStatus } from '../state/order.ts';
import { toast } from '../state/overlay.ts';
import { session } from '../state/session.ts';
import { loadUser } from './load-user.ts';

/** Delays between two requests for the status of an order, ms; after the last one the app is unsure. */
const delays = [500, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 5000];
/** Time after which a store that does not reply to `restore` is no longer waited for, ms. */
const restoreLimit = 20_000;

/** What may be learned of an order: its status on the server, or nothing, for want of a reply or of the call. */
type Known = OrderStatus | 'unknown';

/** What is learned of a payment, and what that makes of its order: it stays saved but for the first three. */
const ends = {
  /** The server has credited it. */
  paid: finish,
  /** The server says that it can no longer be paid. */
  over: clearOrder,
  /** The user has come back from the cashier without having paid. */
  left: () => {
    toast('pay.cancelled');
    return clearOrder();
  },
  /** All who were asked say that it is open. */
  open: () => setPaymentStatus('unfinished'),
  /** The store says that it sold nothing: only now may it be called once more. */
  unsold: (order: SavedOrder) => saveOrder({ ...order, started: null }, 'unfinished'),
  /** The server does not take its receipt. */
  refused: () => setPaymentStatus('refused'),
  /** It may be paid, nobody knows yet. */
  unknown: () => setPaymentStatus('unsure'),
  /** The user has dropped it meanwhile. */
  dropped: () => undefined,
} satisfies Record<string, (order: SavedOrder) => unknown>;

/** What is learned of a payment. */
export type Finding = keyof typeof ends;

/** Does with an order what follows from what was learned of it. */
export async function endPayment(order: SavedOrder, finding: Promise<Finding>): Promise<void> {
  await ends[await finding](order);
}

/** Finds out how the payment of a saved order ended, from its receipt, the server or the phone's store, and acts on it. */
export function settleOrder(order: SavedOrder): Promise<void> {
  return endPayment(order, order.receipt === null ? look(order) : handIn(order, order.receipt));
}

async function look(order: SavedOrder): Promise<Finding> {
  setPaymentStatus('confirming');
  const status = await fetchStatus(order);
  if (status === 'paid') return status;
  if (mayBeInStore(order, status)) return askStore(order);
  if (status === 'cancelled') return 'over';
  return status === 'unknown' && order.started !== null ? status : 'open';
}

/** Hands the receipt in and waits until the server itself says paid. */
export async function handIn(order: SavedOrder, receipt: string): Promise<Finding> {
  // Saved before it is sent: a user who has paid must not lose it with a closed page.
  await saveOrder({ ...order, receipt }, 'confirming');
  try {
    await paySuccess(order.orderId, receipt);
  } catch (error) {
    if (!isRefusal(error)) return 'unknown';
    // The order may be paid by another receipt.
    return (await fetchStatus(order)) === 'paid' ? 'paid' : 'refused';
  }
  return awaitCredit(order);
}

/** What the server says of an order. */
export async function fetchStatus(order: Pick<SavedOrder, 'orderId'>): Promise<Known> {
  if (!(await servesOrderStatus())) return 'unknown';
  return getOrderStatus(order.orderId).catch(error =>
    // An order that the server does not know, as after the account was deleted, cannot be paid either.
    error instanceof ApiError && error.code === codes.notFound ? 'cancelled' : 'unknown',
  );
}

/** The order is credited: clears it and shows the new balance. */
export async function finish(order: SavedOrder): Promise<void> {
  await loadUser().catch(() => null);
  await clearOrder();
  setPaymentStatus('done');
  toast(order.coins > 0 ? { key: 'pay.done.coins', values: { count: order.coins } } : 'pay.done');
}

/** Has the server credit what was paid by orders that this device no longer remembers. */
export async function findForgottenOrders(): Promise<void> {
  if (!(await servesOrderStatus())) return;
  await creditPaidOrders();
  await loadUser();
}

/**
 * The server cannot know of a subscription that the store sold, before it has the receipt; of coins it can, unless its
 * API has no call for it.
 */
function mayBeInStore({ kind, started }: SavedOrder, status: Known): boolean {
  return bridge.restore !== null && started !== null && (kind === 'subscriptions' || status === 'unknown');
}

async function askStore(order: SavedOrder): Promise<Finding> {
  // A store need not remember coins that were bought.
  const nothing = order.kind === 'coins' ? 'unknown' : 'unsold';
  let receipt: string;
  try {
    receipt = await restoreInTime();
  } catch (error) {
    return hasNothing(error) ? nothing : 'unknown';
  }
  try {
    await paySuccess(order.orderId, receipt);
  } catch (error) {
    // The store's newest receipt belongs to an earlier purchase.
    return isRefusal(error) ? nothing : 'unknown';
  }
  return awaitCredit(order);
}

async function restoreInTime(): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The store did not reply')), restoreLimit);
  });
  try {
    return await Promise.race([bridge.restore?.() ?? tooLate, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when the store itself has said so; a user who closed its dialog has kept it from looking. */
function hasNothing(error: unknown): boolean {
  return error instanceof BridgeError && error.failure === 'refused' && error.code !== bridgeCodes.cancelled;
}

/** Codes of the phone's refusals that the app acts on. */
export const bridgeCodes = { cancelled: 1 } as const;

/** After the receipt was taken: credited at once where the server has no more to say, else when it says paid. */
async function awaitCredit(order: SavedOrder): Promise<Finding> {
  if ((await servesOrderStatus()) === false) return 'paid';
  for (const delay of delays) {
    const status = await fetchStatus(order);
    if (status === 'paid') return status;
    if (status === 'cancelled') return 'refused';
    await new Promise(resolve => setTimeout(resolve, delay));
    if (payment.order?.orderId !== order.orderId) return 'dropped';
  }
  return 'unknown';
}

/** Whether the server can be asked about an order; null when even that is not known. */
async function servesOrderStatus(): Promise<boolean | null> {
  const user = session.user ?? (await loadUser().catch(() => null));
  return user === null ? null : user.features.includes('order-status');
}

/** True when the server knows better than the receipt; any other failure says nothing about the payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === codes.wrongParameter || error.code === codes.notFound);
}
