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
import { note, toast, withLoading } from '../../state/overlay.ts';
import { loadUserLastSeen, session } from '../../state/session.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { hasFeature } from '../account/has-feature.ts';
import { loadUser } from '../account/load-user.ts';
import { channelOf } from './can-buy.ts';
import { bridgeCodes, fetchStatus, findForgottenOrders, finish, settleOrder } from './settle-order.ts';

/** The cashier page's result, read from the address. `receipt` is null if the payment was cancelled. */
interface CashierReturn {
  orderId: string;
  receipt: string | null;
}

/** Orders and pays for a product. Continues its open order; the user must first drop one for another product. */
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

/** Checks the saved order again, and continues its payment if the order is certainly unpaid. */
export async function continuePayment(): Promise<void> {
  const order = await loadOrder();
  if (!order) return;
  const wasOpen = payment.status === 'unfinished' || payment.status === 'none';
  await settleOrder(order);
  // Open the app store again only after asking every source that may know of a payment.
  if (wasOpen && payment.status === 'unfinished' && payment.order) await collect(payment.order);
}

/** Asks the user, then drops the saved order, unless it is paid. Returns false if the order was not dropped. */
export async function abandonOrder(): Promise<boolean> {
  const order = await loadOrder();
  if (!order) return true;
  const question = { title: 'pay.drop.title', text: 'pay.drop.text' } as const;
  if (!(await userAgrees(question, 'pay.drop', 'danger'))) return false;
  if ((await fetchStatus(order)) === 'paid') {
    await finish(order);
    return false;
  }
  await clearOrder();
  return true;
}

/** Handles the redirect from the cashier page, or checks an earlier order. The server decides if it is paid. */
export async function resumePayment(search: string = location.search): Promise<void> {
  if (payment.status === 'confirming') return;
  if (payment.status === 'done') setPaymentStatus('none');
  const back = readReturn(search);
  const saved = await loadOrder();
  if (back && !isSameId(saved?.orderId ?? null, back.orderId)) return endUnknown(back, saved);
  if (!saved) return findForgottenOrders().catch(() => undefined);
  return back ? comeBack(back, saved) : settleOrder(saved);
}

/** Handles a redirect from the cashier page for the saved order. */
async function comeBack(back: CashierReturn, saved: SavedOrder): Promise<void> {
  const order = { ...saved, receipt: saved.receipt ?? back.receipt };
  await saveOrder(order, 'confirming');
  clearReturn();
  await settleOrder(order, order.receipt === null ? 'left-cashier' : 'has-receipt');
}

/** Handles a redirect for an order that this device does not know, for example because the site's data was cleared. */
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
  // Only one order can be saved at a time, so keep the saved order, which may already be paid.
  if (receipt !== null) {
    await paySuccess(orderId, receipt)
      .then(() => loadUser())
      .then(() => toast('pay.done'))
      .catch(() => note('pay.refused.title'));
  }
  await settleOrder(saved);
}

/** Starts the payment. A cashier page replaces this page. */
async function collect(order: SavedOrder): Promise<void> {
  const payInside = isPaidAtPage(order) ? null : waysToPay[order.kind](order);
  if (!payInside && !order.payUrl) {
    toast('pay.impossible');
    if (order.started === null) await clearOrder();
    return;
  }
  if (payInside && isInHost) return;
  const started = { ...order, started: Math.floor(Date.now() / 1000) };
  // Saved before the payment starts, because the page may close at any moment after that.
  await saveOrder(started, 'none');
  if (payInside) return payInHost(started, payInside);
  // The user may pay at the cashier page and then press the back button, so check the order after that.
  if (order.payUrl) await leaveFor(order.payUrl);
  await settleOrder(started);
}

/** True if the order is paid at a cashier page. If the API has no channels, all hosts but the native app do that. */
function isPaidAtPage({ channel }: SavedOrder): boolean {
  return channel === null ? bridge.payChannels.includes('page') : channel === 'page';
}

/** True while the payment sheet of the phone is open. No payment may start then, not even the same one again. */
let isInHost = false;

/** Pays in the phone's payment sheet, which returns the result. If the sheet fails, the result is unknown. */
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
    // With a channel, the app store also needs the server's order. Old saved orders may lack the product.
    return productId ? () => subscription(productId, channel && payment) : null;
  },
};

/** Goes to the cashier page. Resolves only if the back button restores this page from the browser's cache. */
async function leaveFor(payUrl: string): Promise<void> {
  setPaymentStatus('unfinished');
  await layersClosed();
  await leavePage(payUrl);
  return new Promise(resolve => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && resolve();
    window.addEventListener('pageshow', onReturn, { once: true });
  });
}

/** Reads the cashier page's result; null if the query has none. */
function readReturn(search: string): CashierReturn | null {
  const query = new URLSearchParams(search);
  const orderId = query.get('order_id');
  return orderId ? { orderId, receipt: query.get('receipt') } : null;
}

/** Removes the cashier page's result from the address, so that it is neither shared nor read a second time. */
function clearReturn(): void {
  if (readReturn(location.search)) history.replaceState(history.state, '', location.pathname);
}

/** Creates and saves an order that redirects to `returnPath`. Null if another tab has saved an order meanwhile. */
async function orderProduct(
  product: Product,
  kind: SavedOrder['kind'],
  returnPath: string,
): Promise<SavedOrder | null> {
  // Loads the user's current channels if possible.
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
