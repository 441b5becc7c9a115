import type { FastifyInstance } from 'fastify';
import { callerOf } from '../http/caller.ts';
import { checkReturn } from '../http/origin.ts';
import { serveCall } from '../http/serve-call.ts';
import { orderLife } from './order-life.ts';
import { beginPayment, viewOrder } from './order-view.ts';
import { confirmOrder, createOrder, type OrderParts, providerOf, settleReceipt } from './orders.ts';

/** Buying coins and subscriptions. */
export async function orderRoutes(
  app: FastifyInstance,
  parts: OrderParts & { config: { corsOrigins: string[] } },
): Promise<void> {
  serveCall(app, 'createOrder', async request => {
    const { config_id, return_url } = request.body;
    if (return_url !== undefined) checkReturn('return_url', return_url, request, parts.config);
    providerOf(parts);
    const order = await createOrder(parts, callerOf(request), Number(config_id));
    const { payment, payUrl } = await beginPayment(parts, request, order, return_url);
    return { order_id: order.order_id, payment, pay_url: payUrl };
  });

  serveCall(app, 'paySuccess', async request => {
    const { receipt, order_id } = request.body;
    await settleReceipt(parts, callerOf(request), receipt, order_id ?? null);
    return null;
  });

  serveCall(app, 'getOrder', async request => {
    return viewOrder(parts, request, await confirmOrder(parts, callerOf(request), request.query.order_id));
  });

  serveCall(app, 'getUnfinishedOrders', async request => {
    const pending = await parts.db.query
      .selectFrom('orders')
      .select('order_id')
      .where('user_id', '=', callerOf(request))
      .where('status', '=', 'pending')
      .where('create_time', '>', new Date(parts.clock() - orderLife))
      .orderBy('create_time', 'desc')
      .limit(20)
      .execute();
    const orders = [];
    for (const { order_id } of pending) {
      orders.push(await confirmOrder(parts, callerOf(request), order_id));
    }
    const left = orders.filter(({ order }) => order.status === 'pending');
    return { list: await Promise.all(left.map(order => viewOrder(parts, request, order))) };
  });
}
