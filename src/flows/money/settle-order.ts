import { creditPaidOrders, getOrderStatus, type OrderStatus, paySuccess } from '../../api/billing.ts';
import { ApiError, codes } from '../../api/errors.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { clearOrder, payment, type SavedOrder, saveOrder, setPaymentStatus } from '../../state/order.ts';
import { toast } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';

/** Delays between two requests for the status of an order, ms; after the last one the app is unsure. */
const delays = [500, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 5000];
/** Time after which a store that does not reply to `restore` is no longer waited for, ms. */
const restoreLimit = 20_000;

/** What may be learned of an order: its status on the server, 'unknown' without a reply, or where the API has no such call. */
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
  /** The app store says that it sold nothing: only now may it be called once more. */
  unsold: (order: SavedOrder) => saveOrder({ ...order, started: null }, 'unfinished'),
  /** The server does not take its receipt. */
  refused: () => setPaymentStatus('refused'),
  /** It may be paid, nobody knows yet. */
  unknown: () => setPaymentStatus('unsure'),
  /** The user has dropped it meanwhile. */
  dropped: () => undefined,
} satisfies Record<string, (order: SavedOrder) => unknown>;

type Finding = keyof typeof ends;

/**
 * Who is asked how a payment stands, and what each reply leads to: the next question, or what is learned (`ends`). It
 * starts at one of the first six (`firstQuestion`).
 */
const questions = {
  'has-receipt': ask(handIn, { taken: 'is-credited', refused: 'by-another-receipt', unknown: 'unknown' }),
  'left-cashier': ask(fetchStatus, { paid: 'paid', pending: 'left', cancelled: 'left', unknown: 'unknown' }),
  'not-started': ask(fetchStatus, { paid: 'paid', pending: 'open', cancelled: 'over', unknown: 'open' }),
  started: ask(fetchStatus, { paid: 'paid', pending: 'open', cancelled: 'over', unknown: 'unknown' }),
  // The app store need not remember coins that it sold, but the server knows of them, unless its API has no call for it.
  'app-store-coins': ask(fetchStatus, {
    paid: 'paid',
    pending: 'open',
    cancelled: 'over',
    unknown: 'has-coins',
  }),
  // The server cannot know of a subscription that the app store sold, before it has the receipt.
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

/** Finds out how the payment of a saved order ended, beginning with a question of the table, and acts on it. */
export async function settleOrder(order: SavedOrder, first = firstQuestion(order)): Promise<void> {
  setPaymentStatus('confirming');
  let next: Next = await questions[first](order);
  while (!(next in ends)) next = await questions[next as Exclude<Next, Finding>](order);
  await ends[next as Finding](order);
}

/** Hands the order's receipt in. */
async function handIn(order: SavedOrder): Promise<'taken' | 'refused' | 'unknown'> {
  // Saved before it is sent: a user who has paid must not lose it with a closed page.
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

/** Asks the phone's app store for the newest receipt and hands it in. */
async function askAppStore(order: SavedOrder): Promise<'taken' | 'nothing' | 'unknown'> {
  let receipt: string;
  try {
    receipt = await restoreInTime();
  } catch (error) {
    return hasNothing(error) ? 'nothing' : 'unknown';
  }
  const reply = await sendReceipt(order, receipt);
  // The app store's newest receipt belongs to an earlier purchase.
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

/** True when the app store itself said so. If the user closed its dialog, the app store never looked. */
function hasNothing(error: unknown): boolean {
  return error instanceof BridgeError && error.failure === 'refused' && error.code !== bridgeCodes.cancelled;
}

/** Codes of the phone's refusals that the app acts on. */
export const bridgeCodes = { cancelled: 1 } as const;

/** After the receipt was taken: credited at once where the server has no more to say, else when it says paid. */
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

/** Whether the server can be asked about an order; null when even that is not known. */
async function servesOrderStatus(): Promise<boolean | null> {
  const user = session.user ?? (await loadUser().catch(() => null));
  return user === null ? null : user.features.includes('order-status');
}

/** True when the server knows better than the receipt; any other failure says nothing about the payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === codes.wrongParameter || error.code === codes.notFound);
}
