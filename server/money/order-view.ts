import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { OrdersTable } from '../db/schema.ts';
import { originOf } from '../http/origin.ts';
import { languageOf } from '../http/text.ts';
import type { Services } from '../services.ts';
import { providerOf } from './orders.ts';
import { rechargeConfigs, yuan } from './recharge-configs.ts';
import type { Order } from './schemas.ts';

/** An order in the words of the API. */
export function viewOrder(
  services: Services,
  request: FastifyRequest,
  order: Selectable<OrdersTable>,
): Static<typeof Order> {
  const config = rechargeConfigs.find(({ id }) => id === order.config_id);
  return {
    order_id: order.order_id,
    config_id: order.config_id,
    title: config?.title[languageOf(request.headers['user-language'])] ?? '',
    pay_amount: yuan(order.amount),
    status: order.status,
    create_time: Math.floor(order.create_time.getTime() / 1000),
    ...(order.status === 'pending' ? { pay_url: payUrl(services, request, order) } : {}),
  };
}

/** Where an order can be paid in a browser; the cashier leads back to `returnUrl`. */
export function payUrl(
  services: Services,
  request: FastifyRequest,
  order: Selectable<OrdersTable>,
  returnUrl?: string,
): string {
  const address = new URL(providerOf(services).begin(order).payPath, originOf(request));
  if (returnUrl !== undefined) address.searchParams.set('return_url', returnUrl);
  return address.href;
}
