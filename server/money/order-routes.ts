import { Type } from 'typebox';
import { callerOf, signedIn } from '../accounts/identify.ts';
import type { ApiApp } from '../http/api-app.ts';
import { answer, emptyEnvelope, envelopeOf } from '../http/envelope.ts';
import { checkReturn } from '../http/origin.ts';
import type { Services } from '../services.ts';
import { beginPayment, viewOrder } from './order-view.ts';
import { confirmOrder, createOrder, providerOf, settleReceipt } from './orders.ts';
import { Order, ReturnUrl } from './schemas.ts';

/** An order that nobody paid is offered again for this long. */
const offeredFor = 24 * 60 * 60 * 1000;

const OrderId = Type.String({ minLength: 1, maxLength: 64 });

/** Buying coins and subscriptions. */
export async function orderRoutes(app: ApiApp, services: Services): Promise<void> {
  app.addHook('onRequest', signedIn);

  app.post(
    '/createOrder',
    {
      schema: {
        summary: 'Order something that is for sale',
        body: Type.Object({ config_id: Type.Integer({ minimum: 1 }), return_url: Type.Optional(ReturnUrl) }),
        response: {
          200: envelopeOf(
            Type.Object({
              order_id: Type.String(),
              payment: Type.String({ description: 'opaque: for the payment of the native shell' }),
              pay_url: Type.String({ description: 'the page where a browser can pay' }),
            }),
          ),
        },
      },
    },
    async request => {
      const { config_id, return_url } = request.body;
      if (return_url !== undefined) checkReturn('return_url', return_url, request, services.config);
      providerOf(services);
      const order = await createOrder(services, callerOf(request), config_id);
      const { payment, payUrl } = await beginPayment(services, request, order, return_url);
      return answer({ order_id: order.order_id, payment, pay_url: payUrl });
    },
  );

  app.post(
    '/paySuccess',
    {
      schema: {
        summary: 'Hand in the receipt of a payment; an order is credited once',
        body: Type.Object({
          order_id: Type.Optional(OrderId),
          receipt: Type.String({ minLength: 1, maxLength: 8192 }),
        }),
        response: { 200: emptyEnvelope },
      },
    },
    async request => {
      const { receipt, order_id } = request.body;
      await settleReceipt(services, callerOf(request), receipt, order_id ?? null);
      return answer(null);
    },
  );

  app.get(
    '/getOrder',
    {
      schema: {
        summary: 'Whether an order is paid, asked at the payment provider if need be',
        querystring: Type.Object({ order_id: OrderId }),
        response: { 200: envelopeOf(Order) },
      },
    },
    async request => {
      const order = await confirmOrder(services, callerOf(request), request.query.order_id);
      return answer(await viewOrder(services, request, order));
    },
  );

  app.get(
    '/getUnfinishedOrders',
    {
      schema: {
        summary: 'The orders of the last day that are still to be paid, newest first',
        response: { 200: envelopeOf(Type.Object({ list: Type.Array(Order) })) },
      },
    },
    async request => {
      const pending = await services.db.query
        .selectFrom('orders')
        .select('order_id')
        .where('user_id', '=', callerOf(request))
        .where('status', '=', 'pending')
        .where('create_time', '>', new Date(services.clock() - offeredFor))
        .orderBy('create_time', 'desc')
        .limit(20)
        .execute();
      const orders = [];
      for (const { order_id } of pending) {
        orders.push(await confirmOrder(services, callerOf(request), order_id));
      }
      const left = orders.filter(({ status }) => status === 'pending');
      return answer({ list: await Promise.all(left.map(order => viewOrder(services, request, order))) });
    },
  );
}
