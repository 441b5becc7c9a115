import { restoreReceipt } from '../api/billing.ts';
import { bridge } from '../platform/bridge.ts';
import { toast, withLoading } from '../state/overlay.ts';
import { isVip } from '../state/session.ts';
import { loadUser } from './load-user.ts';

/** Brings a subscription back that was bought earlier: the phone's store has its receipt, or the server knows it. */
export async function restorePurchases(): Promise<void> {
  try {
    const user = await withLoading('subscription.restoring', async () => {
      if (bridge.restore) await restoreReceipt(await bridge.restore());
      return loadUser({ toast: true });
    });
    toast(isVip(user) ? 'subscription.restored' : 'subscription.nothing-to-restore');
  } catch {
    // The host or the API client has said why.
  }
}
