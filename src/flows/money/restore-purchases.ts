import { paySuccess, restoreReceipt } from '../../api/billing.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError, refusals } from '../../platform/bridge/bridge-error.ts';
import { loadOrder } from '../../state/order.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { isVip } from '../../state/session.ts';
import { loadUser } from '../account/load-user.ts';
import { fetchStatus, finish } from './settle-order.ts';

/** Restores a subscription from the app store's receipt, or else from the server. */
export async function restorePurchases(): Promise<void> {
  try {
    const user = await withLoading(
      'subscription.restoring',
      async () => {
        const receipt = await bridge.restore?.();
        if (receipt !== undefined && !(await paysSavedOrder(receipt))) await restoreReceipt(receipt);
        return loadUser({ toast: true });
      },
      bridge.restore ? 'phone' : 'server',
    );
    toast(isVip(user) ? 'subscription.restored' : 'subscription.nothing-to-restore');
  } catch (error) {
    explain(error);
  }
}

/** Shows a toast, unless the error was already shown (by the API client or the host), or the user cancelled. */
function explain(error: unknown): void {
  if (!(error instanceof BridgeError) || error.failure === 'malformed') return;
  if (error.message.trim() && error.failure === 'refused') return;
  if (error.code === refusals.nothing) toast('subscription.nothing-to-restore');
  else if (error.code !== refusals.cancelled) toast('bridge.failed.restore');
}

/** Pays the saved subscription order with the receipt; otherwise that order would stay open. False if that fails. */
async function paysSavedOrder(receipt: string): Promise<boolean> {
  const order = await loadOrder();
  if (order?.kind !== 'subscriptions') return false;
  try {
    await paySuccess(order.orderId, receipt);
  } catch {
    return false;
  }
  if ((await fetchStatus(order)) !== 'pending') await finish(order);
  return true;
}
