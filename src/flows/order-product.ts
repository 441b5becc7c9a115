import type { Channel } from '../../server/contract/money.ts';
import { createOrder, type Product } from '../api/billing.ts';
import { basePath } from '../paths.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { exclusively } from '../platform/tabs.ts';
import { loadOrder, type SavedOrder, saveOrder } from '../state/order.ts';
import { withLoading } from '../state/overlay.ts';
import { loadUserLastSeen, session } from '../state/session.ts';
import { hasFeature } from './has-feature.ts';

/**
 * Orders a product, and saves the order for its payment; null where there is one by now, as another tab's. A cashier page leads
 * back to the screen `returnPath`, where the API can be told so.
 */
export async function orderProduct(
  product: Product,
  kind: SavedOrder['kind'],
  returnPath: string,
): Promise<SavedOrder | null> {
  const channel = await payChannel();
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

/** The channel through which this host's purchases are ordered; null where the API knows of none. */
async function payChannel(): Promise<Channel | null> {
  if (!(await hasFeature('pay-channels'))) return null;
  const served = (session.user ?? (await loadUserLastSeen()))?.payChannels;
  return bridge.payChannels.find(channel => served?.includes(channel)) ?? null;
}
