import { creditPaidOrders, getOrderStatus, type OrderStatus, paySuccess } from '../api/billing.ts';
import { ApiError, codes } from '../api/errors.ts';
import { bridge } from '../platform/bridge.ts';
import { BridgeError } from '../platform/bridge-error.ts';
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

/**
 * Finds out how the payment of a saved order ended, from its receipt, the server or the phone's store, and acts on it.
 * The order stays saved unless the server says that it is credited, or can no longer be paid.
 */
export async function settleOrder(order: SavedOrder): Promise<void> {
  if (order.receipt !== null) return confirmReceipt(order, order.receipt);
  setPaymentStatus('confirming');
  const status = await fetchStatus(order);
  if (status === 'paid') return finish(order);
  if (mayBeInStore(order, status)) return restoreFromStore(order);
  if (status === 'cancelled') return clearOrder();
  setPaymentStatus(status === 'unknown' && order.started !== null ? 'unsure' : 'unfinished');
}

/** Hands the receipt in and waits until the server itself says paid. */
export async function confirmReceipt(order: SavedOrder, receipt: string): Promise<void> {
  // Saved before it is sent: a user who has paid must not lose it with a closed page.
  await saveOrder({ ...order, receipt }, 'confirming');
  try {
    await paySuccess(order.orderId, receipt);
  } catch (error) {
    if (!isRefusal(error)) return setPaymentStatus('unsure');
    // The order may be paid by another receipt.
    return (await fetchStatus(order)) === 'paid' ? finish(order) : setPaymentStatus('refused');
  }
  await waitForCredit(order);
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

async function restoreFromStore(order: SavedOrder): Promise<void> {
  let receipt: string;
  try {
    receipt = await restoreInTime();
  } catch (error) {
    return hasNothing(error) ? nothingSold(order) : setPaymentStatus('unsure');
  }
  try {
    await paySuccess(order.orderId, receipt);
  } catch (error) {
    // The store's newest receipt belongs to an earlier purchase.
    return isRefusal(error) ? nothingSold(order) : setPaymentStatus('unsure');
  }
  await waitForCredit(order);
}

/** The store has no receipt for the order: only now may it be called once more. */
async function nothingSold(order: SavedOrder): Promise<void> {
  // A store need not remember coins that were bought.
  if (order.kind === 'coins') return setPaymentStatus('unsure');
  await saveOrder({ ...order, started: null }, 'unfinished');
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
async function waitForCredit(order: SavedOrder): Promise<void> {
  if ((await servesOrderStatus()) === false) return finish(order);
  for (const delay of delays) {
    const status = await fetchStatus(order);
    if (status === 'paid') return finish(order);
    if (status === 'cancelled') return setPaymentStatus('refused');
    await new Promise(resolve => setTimeout(resolve, delay));
    // The user dropped it meanwhile.
    if (payment.order?.orderId !== order.orderId) return;
  }
  setPaymentStatus('unsure');
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
