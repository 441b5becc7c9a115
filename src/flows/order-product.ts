import { createOrder, type Product } from '../api/billing.ts';
import { basePath } from '../paths.ts';
import { exclusively } from '../platform/tabs.ts';
import { loadOrder, type SavedOrder, saveOrder } from '../state/order.ts';
import { withLoading } from '../state/overlay.ts';
import { loadUserLastSeen, session } from '../state/session.ts';
import { channelOf } from './can-buy.ts';
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
