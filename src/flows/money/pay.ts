import { createOrder, type Product, paySuccess } from '../../api/billing.ts';
import { basePath, paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { leavePage } from '../../platform/leave-page.ts';
import { layersClosed } from '../../platform/navigation.ts';
import { exclusively } from '../../platform/tabs.ts';
import { isSameId } from '../../state/is-same-id.ts';
import {
  clearOrder,
  loadOrder,
  payment,
  type SavedOrder,
  saveOrder,
  setPaymentStatus,
} from '../../state/order.ts';
import { ask, note, toast, withLoading } from '../../state/overlay.ts';
import { loadUserLastSeen, session } from '../../state/session.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';
import { channelOf } from './can-buy.ts';
import { bridgeCodes, fetchStatus, findForgottenOrders, finish, settleOrder } from './settle-order.ts';

/** What the cashier page put into the address; `receipt` is null when the payment was cancelled. */
interface CashierReturn {
  orderId: string;
  receipt: string | null;
}

/**
 * Orders a product and lets the user pay for it: inside the host where it can, else at the cashier page. An order that is
 * open already goes on when it is for the same, and must be dropped first when it is not. The cashier leads back to `returnPath`.
 */
export async function buy(
  product: Product,
  kind: SavedOrder['kind'],
  returnPath: string = kind === 'coins' ? paths.recharge : paths.subscription,
): Promise<void> {
  const open = await loadOrder();
  if (open && isFor(open, product, kind)) return continuePayment();
  if (open && !(await abandonOrder())) return;

  const order = await orderProduct(product, kind, returnPath);
  return order ? collect(order) : buy(product, kind, returnPath);
}

function isFor(order: SavedOrder, product: Product, kind: SavedOrder['kind']): boolean {
  const { productId, coins, payAmount } = product;
  return (
    order.kind === kind &&
    order.productId === productId &&
    order.coins === coins &&
    order.payAmount === payAmount
  );
}

/** Asks once more how the saved order ended; one that is known to be open is paid where it was left. */
export async function continuePayment(): Promise<void> {
  const order = await loadOrder();
  if (!order) return;
  const wasOpen = payment.status === 'unfinished' || payment.status === 'none';
  await settleOrder(order);
  // Only call the app store again once everyone who may know of a payment has been asked.
  if (wasOpen && payment.status === 'unfinished' && payment.order) await collect(payment.order);
}

/** Gives the saved order up, unless the server says that it is paid; false when it was not dropped. */
export async function abandonOrder(): Promise<boolean> {
  const order = await loadOrder();
  if (!order) return true;
  const choice = await ask({
    title: 'pay.drop.title',
    text: 'pay.drop.text',
    choices: [{ value: 'drop', label: 'pay.drop', kind: 'danger' }],
  });
  if (choice !== 'drop') return false;
  if ((await fetchStatus(order)) === 'paid') {
    await finish(order);
    return false;
  }
  await clearOrder();
  return true;
}

/**
 * When a screen of purchases opens: ends the way back from the cashier, or finds out about the order that an earlier
 * visit left. The address only names the order to request; it is never believed.
 */
export async function resumePayment(search: string = location.search): Promise<void> {
  if (payment.status === 'confirming') return;
  if (payment.status === 'done') setPaymentStatus('none');
  const back = readReturn(search);
  const saved = await loadOrder();
  if (back && !isSameId(saved?.orderId ?? null, back.orderId)) return endUnknown(back, saved);
  if (!saved) return findForgottenOrders().catch(() => undefined);
  return back ? comeBack(back, saved) : settleOrder(saved);
}

/** The way back from the cashier with the order that this device has saved. */
async function comeBack(back: CashierReturn, saved: SavedOrder): Promise<void> {
  const order = { ...saved, receipt: saved.receipt ?? back.receipt };
  await saveOrder(order, 'confirming');
  clearReturn();
  await settleOrder(order, order.receipt === null ? 'left-cashier' : 'has-receipt');
}

/** The way back with an order that this device does not remember, as after a cleared browser. */
async function endUnknown({ orderId, receipt }: CashierReturn, saved: SavedOrder | null): Promise<void> {
  const goods = {
    kind: 'coins' as const,
    title: '',
    coins: 0,
    payAmount: 0,
    storePrice: null,
    productId: '',
  };
  const order = { orderId, ...goods, channel: null, payment: '', payUrl: null, started: 0, receipt: null };
  if (!saved) return comeBack({ orderId, receipt }, order);
  clearReturn();
  // Only one order is saved: the one that may be paid already is not given up for another.
  if (receipt !== null) {
    await paySuccess(orderId, receipt)
      .then(() => loadUser())
      .then(() => toast('pay.done'))
      .catch(() => note('pay.refused.title'));
  }
  await settleOrder(saved);
}

/** Has the order paid and confirms it; the cashier page takes the user away instead. */
async function collect(order: SavedOrder): Promise<void> {
  const payInside = isPaidAtPage(order) ? null : waysToPay[order.kind](order);
  if (!payInside && !order.payUrl) {
    toast('pay.impossible');
    if (order.started === null) await clearOrder();
    return;
  }
  if (payInside && isInHost) return;
  const started = { ...order, started: Math.floor(Date.now() / 1000) };
  // Saved before the payment starts: the page may be ended at any moment from here on.
  await saveOrder(started, 'none');
  if (payInside) return payInHost(started, payInside);
  // The cashier page may have been paid even when it was left by the browser's way back.
  if (order.payUrl) await leaveFor(order.payUrl);
  await settleOrder(started);
}

/** Where the API knows of no channels, everything is paid at a page but in the native app. */
function isPaidAtPage({ channel }: SavedOrder): boolean {
  return channel === null ? bridge.payChannels.includes('page') : channel === 'page';
}

/** The phone has not said yet how a payment ended: it is not handed another one, nor the same once more. */
let isInHost = false;

/** The phone's own sheet says where the payment stands; after a failure nobody knows yet how it ended. */
async function payInHost(order: SavedOrder, pay: Pay): Promise<void> {
  let receipt: string;
  isInHost = true;
  try {
    receipt = await pay(order).finally(() => {
      isInHost = false;
    });
  } catch (error) {
    const isCancelled = error instanceof BridgeError && error.code === bridgeCodes.cancelled;
    const ended = isCancelled ? { ...order, started: null } : order;
    if (isCancelled) await saveOrder(ended, 'none');
    return settleOrder(ended);
  }
  await settleOrder({ ...order, receipt });
}

type Pay = (order: SavedOrder) => Promise<string>;

const waysToPay: Record<SavedOrder['kind'], (order: SavedOrder) => Pay | null> = {
  coins() {
    const { pay } = bridge;
    return pay && (order => pay(String(order.orderId), order.payment));
  },
  subscriptions(order) {
    const { subscription } = bridge;
    const { productId, channel, payment } = order;
    if (!subscription) return waysToPay.coins(order);
    // The store of a channel has to know the order, too. An order of an earlier version may not name its product.
    return productId ? () => subscription(productId, channel && payment) : null;
  },
};

/** Leaves for the cashier; the promise ends only when the browser's back button brings this very page back. */
async function leaveFor(payUrl: string): Promise<void> {
  setPaymentStatus('unfinished');
  await layersClosed();
  await leavePage(payUrl);
  return new Promise(resolve => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && resolve();
    window.addEventListener('pageshow', onReturn, { once: true });
  });
}

/** The cashier's result in the query of an address; null: there is none. */
function readReturn(search: string): CashierReturn | null {
  const query = new URLSearchParams(search);
  const orderId = query.get('order_id');
  return orderId ? { orderId, receipt: query.get('receipt') } : null;
}

/** Takes the result out of the address, once it is saved, so that it is neither shared nor read twice. */
function clearReturn(): void {
  if (readReturn(location.search)) history.replaceState(history.state, '', location.pathname);
}

/**
 * Orders a product, and saves the order for its payment; null where there is one by now, as another tab's. A cashier page leads
 * back to the screen `returnPath`, where the API can be told so.
 */
async function orderProduct(
  product: Product,
  kind: SavedOrder['kind'],
  returnPath: string,
): Promise<SavedOrder | null> {
  // Of the user as they are now, if the API can be asked.
  await hasFeature('pay-channels');
  const channel = channelOf(session.user ?? (await loadUserLastSeen()));
  return withLoading('pay.ordering', () =>
    exclusively('order', async () => {
      if (await loadOrder()) return null;
      const isTaken = await hasFeature('return-url');
      const { orderId, payment, payUrl } = await createOrder(product.id, {
        returnUrl: isTaken ? location.origin + basePath + returnPath : null,
        channel,
      });
      const { title, coins, payAmount, storePrice, productId } = product;
      const goods = { kind, title, coins, payAmount, storePrice, productId };
      const order = { orderId, ...goods, channel, payment, payUrl, started: null, receipt: null };
      await saveOrder(order, 'none');
      return order;
    }),
  );
}
