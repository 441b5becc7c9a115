import { createOrder, getOrderStatus, type OrderStatus, type Product, paySuccess } from '../api/billing.ts';
import { ApiError, codes } from '../api/errors.ts';
import { basePath, paths } from '../paths.ts';
import { bridge } from '../platform/bridge.ts';
import {
  clearOrder,
  loadOrder,
  payment,
  type SavedOrder,
  saveOrder,
  setPaymentStatus,
} from '../state/order.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { takeReturn } from './cashier-return.ts';
import { loadUser } from './load-user.ts';

/** Delays between two requests for the status of an order, ms; after the last one the app is unsure. */
const delays = [500, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000, 5000];

/** Orders a product and lets the user pay for it: inside the host where it can, else at the cashier page. */
export async function buy(product: Product, kind: SavedOrder['kind']): Promise<void> {
  const screen = kind === 'coins' ? paths.recharge : paths.subscription;
  const returnUrl = location.origin + basePath + screen;
  const { orderId, payment, payUrl } = await withLoading('pay.ordering', () =>
    createOrder(product.id, returnUrl),
  );
  const { title, coins, payAmount, productId } = product;
  const order = { orderId, kind, title, coins, payAmount, productId, payment, payUrl, receipt: null };
  // Kept before the payment starts: the page may be ended at any moment from here on.
  await saveOrder(order, 'none');
  await collect(order);
}

/** Takes up the kept order where it was left. */
export async function continuePayment(): Promise<void> {
  const order = await loadOrder();
  if (!order) return;
  if (order.receipt === null) await collect(order);
  else await confirm(order, order.receipt);
}

/** Gives the kept order up, unless the server says that it is paid. */
export async function abandonOrder(): Promise<void> {
  const order = await loadOrder();
  if (!order) return;
  const choice = await ask({
    title: 'pay.drop.title',
    text: 'pay.drop.text',
    choices: [{ value: 'drop', label: 'pay.drop', kind: 'danger' }],
  });
  if (choice !== 'drop') return;
  if ((await fetchStatus(order)) === 'paid') await finish(order);
  else await clearOrder();
}

/**
 * When a screen of purchases opens: ends the way back from the cashier, or offers the order that an earlier visit
 * left. The address only names the order to request; it is never believed.
 */
export async function resumePayment(): Promise<void> {
  if (payment.status === 'confirming') return;
  if (payment.status === 'done') setPaymentStatus('none');
  const answer = takeReturn();
  const kept = await loadOrder();
  const order = answer && kept?.orderId !== answer.orderId ? unknownOrder(answer.orderId) : kept;
  if (!order) return;

  const receipt = answer?.receipt ?? order.receipt;
  if (receipt) return confirm(order, receipt);
  await saveOrder(order, 'unfinished');
  const status = await fetchStatus(order);
  if (status === 'paid') return finish(order);
  if (answer) toast('pay.cancelled');
  if (answer || status === 'cancelled') await clearOrder();
}

/** An order that this device does not remember, as after a cleared browser. */
function unknownOrder(orderId: string): SavedOrder {
  const nothing = {
    title: '',
    coins: 0,
    payAmount: 0,
    productId: '',
    payment: '',
    payUrl: null,
    receipt: null,
  };
  return { orderId, kind: 'coins', ...nothing };
}

/** Has the order paid and confirms it; the cashier page takes the user away instead. */
async function collect(order: SavedOrder): Promise<void> {
  const payInside = waysToPay[order.kind]();
  if (payInside) {
    // The phone's own sheet says where the payment stands.
    setPaymentStatus('none');
    const receipt = await payInside(order).catch(() => null);
    // The host has said why; nothing is left to do with an order that nobody paid.
    if (receipt === null) return clearOrder();
    return confirm(order, receipt);
  }
  if (order.payUrl) {
    setPaymentStatus('unfinished');
    return leaveFor(order.payUrl);
  }
  toast('pay.impossible');
  await clearOrder();
}

const waysToPay: Record<SavedOrder['kind'], () => ((order: SavedOrder) => Promise<string>) | null> = {
  coins() {
    const { pay } = bridge;
    return pay && (order => pay(order.orderId, order.payment));
  },
  subscriptions() {
    const { subscription } = bridge;
    return subscription && (order => subscription(order.productId));
  },
};

/** Leaves for the cashier; the promise ends only when the browser's back button brings this very page back. */
function leaveFor(payUrl: string): Promise<void> {
  location.assign(payUrl);
  return new Promise(resolve => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && resolve();
    window.addEventListener('pageshow', onReturn, { once: true });
  });
}

/** Hands the receipt in and waits until the server itself says paid. */
async function confirm(order: SavedOrder, receipt: string): Promise<void> {
  // Saved before it is sent: a user who has paid must not lose it with a closed page.
  await saveOrder({ ...order, receipt }, 'confirming');
  try {
    await paySuccess(order.orderId, receipt);
  } catch (error) {
    setPaymentStatus(isRefusal(error) ? 'refused' : 'unsure');
    return;
  }
  for (const delay of delays) {
    const status = await fetchStatus(order);
    if (status === 'paid') return finish(order);
    if (status === 'cancelled') {
      setPaymentStatus('refused');
      return;
    }
    await new Promise(resolve => setTimeout(resolve, delay));
  }
  setPaymentStatus('unsure');
}

/** True when the server knows better than the receipt; any other failure says nothing about the payment. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === codes.wrongParameter || error.code === codes.notFound);
}

/** What the server says of an order; null when the request fails. */
async function fetchStatus(order: SavedOrder): Promise<OrderStatus | null> {
  return getOrderStatus(order.orderId).catch(error => {
    // An order that the server does not know, as after the account was deleted, cannot be paid either.
    return error instanceof ApiError && error.code === codes.notFound ? 'cancelled' : null;
  });
}

async function finish(order: SavedOrder): Promise<void> {
  await loadUser().catch(() => null);
  await clearOrder();
  setPaymentStatus('done');
  toast(order.coins > 0 ? { key: 'pay.done.coins', values: { count: order.coins } } : 'pay.done');
}
