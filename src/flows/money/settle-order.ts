import { creditPaidOrders, getOrderStatus, type OrderStatus, paySuccess } from '../../api/billing.ts';
import { ApiError, codes } from '../../api/errors.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { clearOrder, payment, type SavedOrder, saveOrder, setPaymentStatus } from '../../state/order.ts';
import { toast } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';

/** Delays between the requests for an order's status, ms. After the last delay the result is unsure. */
const delays = [500, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 5000];
/** Time limit for the app store's response to `restore`, ms. */
const restoreLimit = 20_000;

/** An order's status on the server. 'unknown' if there is no response, or if the API lacks the call. */
type Known = OrderStatus | 'unknown';

/** The possible results, each with its handler. The first three remove the saved order. */
const ends = {
  paid: finish,
  /** The server says that the order can no longer be paid. */
  over: clearOrder,
  /** The user returned from the cashier page without paying. */
  left: () => {
    toast('pay.cancelled');
    return clearOrder();
  },
  /** All sources that could be asked say that the order is unpaid. */
  open: () => setPaymentStatus('unfinished'),
  /** The app store says that it sold nothing, so the app may open it again. */
  unsold: (order: SavedOrder) => saveOrder({ ...order, started: null }, 'unfinished'),
  refused: () => setPaymentStatus('refused'),
  unknown: () => setPaymentStatus('unsure'),
  dropped: () => undefined,
} satisfies Record<string, (order: SavedOrder) => unknown>;

type Finding = keyof typeof ends;

/**
 * A decision table. Each question asks one source, and each response leads to another question or to a result (`ends`).
 * The first six are entry points: 'left-cashier' after a redirect from the cashier page, the others by `firstQuestion`.
 */
const questions = {
  'has-receipt': ask(handIn, { taken: 'is-credited', refused: 'by-another-receipt', unknown: 'unknown' }),
  'left-cashier': ask(fetchStatus, { paid: 'paid', pending: 'left', cancelled: 'left', unknown: 'unknown' }),
  'not-started': ask(fetchStatus, { paid: 'paid', pending: 'open', cancelled: 'over', unknown: 'open' }),
  started: ask(fetchStatus, { paid: 'paid', pending: 'open', cancelled: 'over', unknown: 'unknown' }),
  // App stores may forget that they sold coins. The server knows, unless its API lacks the call for the status.
  'app-store-coins': ask(fetchStatus, {
    paid: 'paid',
    pending: 'open',
    cancelled: 'over',
    unknown: 'has-coins',
  }),
  // The server learns of an app store's subscription only from the receipt.
  'app-store-subscription': ask(fetchStatus, {
    paid: 'paid',
    pending: 'has-subscription',
    cancelled: 'has-subscription',
    unknown: 'has-subscription',
  }),
  'has-coins': ask(askAppStore, { taken: 'is-credited', nothing: 'unknown', unknown: 'unknown' }),
  'has-subscription': ask(askAppStore, { taken: 'is-credited', nothing: 'unsold', unknown: 'unknown' }),
  'by-another-receipt': ask(fetchStatus, {
    paid: 'paid',
    pending: 'refused',
    cancelled: 'refused',
    unknown: 'refused',
  }),
  'is-credited': ask(awaitCredit, {
    paid: 'paid',
    cancelled: 'refused',
    unknown: 'unknown',
    dropped: 'dropped',
  }),
} satisfies Record<string, (order: SavedOrder) => Promise<Next>>;

type Next = Finding | 'is-credited' | 'by-another-receipt' | 'has-coins' | 'has-subscription';

function ask<Reply extends string>(
  question: (order: SavedOrder) => Promise<Reply>,
  next: Record<Reply, Next>,
): (order: SavedOrder) => Promise<Next> {
  return async order => next[await question(order)];
}

function firstQuestion({ receipt, started, kind }: SavedOrder): keyof typeof questions {
  if (receipt !== null) return 'has-receipt';
  if (started === null) return 'not-started';
  if (bridge.restore === null) return 'started';
  return kind === 'coins' ? 'app-store-coins' : 'app-store-subscription';
}

/** Finds out how the payment of a saved order ended, starting with the question `first`, and handles the result. */
export async function settleOrder(order: SavedOrder, first = firstQuestion(order)): Promise<void> {
  setPaymentStatus('confirming');
  let next: Next = await questions[first](order);
  while (!(next in ends)) next = await questions[next as Exclude<Next, Finding>](order);
  await ends[next as Finding](order);
}

async function handIn(order: SavedOrder): Promise<'taken' | 'refused' | 'unknown'> {
  // Saved before sending: if the page closes, a user who paid must not lose the receipt.
  await saveOrder(order, 'confirming');
  return sendReceipt(order, order.receipt ?? '');
}

async function sendReceipt({ orderId }: SavedOrder, receipt: string): ReturnType<typeof handIn> {
  try {
    await paySuccess(orderId, receipt);
    return 'taken';
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'unknown';
  }
}

export async function fetchStatus(order: Pick<SavedOrder, 'orderId'>): Promise<Known> {
  if (!(await servesOrderStatus())) return 'unknown';
  return getOrderStatus(order.orderId).catch(error =>
    // If the server does not know the order, for example because the account was deleted, nobody can pay that order.
    error instanceof ApiError && error.code === codes.notFound ? 'cancelled' : 'unknown',
  );
}

export async function finish(order: SavedOrder): Promise<void> {
  await loadUser().catch(() => null);
  await clearOrder();
  setPaymentStatus('done');
  toast(order.coins > 0 ? { key: 'pay.done.coins', values: { count: order.coins } } : 'pay.done');
}

/** Makes the server credit paid orders that this device no longer knows. */
export async function findForgottenOrders(): Promise<void> {
  if (!(await servesOrderStatus())) return;
  await creditPaidOrders();
  await loadUser();
}

async function askAppStore(order: SavedOrder): Promise<'taken' | 'nothing' | 'unknown'> {
  let receipt: string;
  try {
    receipt = await restoreInTime();
  } catch (error) {
    return hasNothing(error) ? 'nothing' : 'unknown';
  }
  const reply = await sendReceipt(order, receipt);
  // If the server refuses the newest receipt, that receipt belongs to an earlier purchase.
  return reply === 'refused' ? 'nothing' : reply;
}

async function restoreInTime(): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The app store did not reply')), restoreLimit);
  });
  try {
    return await Promise.race([bridge.restore?.() ?? tooLate, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** True if the app store itself found no purchase. If the user closed its dialog, the store did not search. */
function hasNothing(error: unknown): boolean {
  return error instanceof BridgeError && error.failure === 'refused' && error.code !== bridgeCodes.cancelled;
}

/** Error codes of refusals by the native app that the app handles. */
export const bridgeCodes = { cancelled: 1 } as const;

/** Waits until the server credits the order. 'paid' at once if the API has no call for the status. */
async function awaitCredit(order: SavedOrder): Promise<'paid' | 'cancelled' | 'unknown' | 'dropped'> {
  if ((await servesOrderStatus()) === false) return 'paid';
  for (const delay of delays) {
    const status = await fetchStatus(order);
    if (status === 'paid' || status === 'cancelled') return status;
    await new Promise(resolve => setTimeout(resolve, delay));
    if (payment.order?.orderId !== order.orderId) return 'dropped';
  }
  return 'unknown';
}

/** True if the API has the call for an order's status; null if unknown. */
async function servesOrderStatus(): Promise<boolean | null> {
  const user = session.user ?? (await loadUser().catch(() => null));
  return user === null ? null : user.features.includes('order-status');
}

/** True if the server rejects the receipt. Other failures say nothing about the payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === codes.wrongParameter || error.code === codes.notFound);
}
